package dev.odradek.ingest.item;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bytes, never more than one at a time, and of one that is too long only that it was there. */
final class LineReader {
    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[64 * 1024];
    private int position;
    private int filled;
    private byte[] line = new byte[1024];

    LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Hears each line, in turn. */
    interface Sink {
        void line(byte[] bytes, int length);

        void tooLong();
    }

    /** Whether there was another line for the sink. */
    boolean next(Sink sink) throws IOException {
        int length = 0;
        boolean any = false;
        while (fill()) {
            any = true;
            int end = position;
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            length = append(length, end);
            boolean ended = end < filled;
            position = ended ? end + 1 : end;
            if (ended) {
                break;
            }
        }
        if (!any) {
            return false;
        }
        if (length > longest) {
            sink.tooLong();
        } else {
            sink.line(line, length);
        }
        return true;
    }

    /** Copies up to {@code end} while it fits; the length counts on all the same. */
    private int append(int length, int end) {
        int more = end - position;
        int total = length > longest ? length : length + more;
        if (total <= longest) {
            if (total > line.length) {
                line = Arrays.copyOf(line, Math.min(longest, Math.max(total, 2 * line.length)));
            }
            System.arraycopy(buffer, position, line, length, more);
        }
        return total;
    }

    private boolean fill() throws IOException {
        if (position < filled) {
            return true;
        }
        position = 0;
        filled = in.read(buffer, 0, buffer.length);
        return filled > 0;
    }
}
