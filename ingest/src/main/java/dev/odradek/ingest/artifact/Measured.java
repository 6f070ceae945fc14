package dev.odradek.ingest.artifact;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;

/** Counts and digests what is read through it, stops at the limit, and knows whether it was what was declared. */
final class Measured extends FilterInputStream {
    private final MessageDigest sha256 = Digest.sha256();
    private final long limit;
    private final Optional<Digest> declared;
    private long bytes;

    Measured(InputStream in, long limit, Optional<Digest> declared) {
        super(in);
        this.limit = limit;
        this.declared = declared;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = readOn(into, offset, length);
        if (count > 0) {
            bytes += count;
            if (bytes > limit) {
                throw new TooManyBytesException(limit);
            }
            sha256.update(into, offset, count);
        }
        return count;
    }

    /** Whose fault it is that it does not go on must be known later: the sender's, or the disk's. */
    private int readOn(byte[] into, int offset, int length) throws BrokenBodyException {
        try {
            return super.read(into, offset, length);
        } catch (IOException e) {
            throw new BrokenBodyException(e);
        }
    }

    @Override
    public long skip(long count) {
        throw new UnsupportedOperationException("what is skipped would not be in the digest");
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    long bytes() {
        return bytes;
    }

    /** Of all that was read, unless something else was declared; to be asked once, at the end. */
    Digest digest() throws WrongDigestException {
        Digest found = Digest.of(sha256.digest());
        if (declared.isPresent() && !declared.get().equals(found)) {
            throw new WrongDigestException(declared.get(), found);
        }
        return found;
    }
}
