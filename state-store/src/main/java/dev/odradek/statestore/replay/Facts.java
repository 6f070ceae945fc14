package dev.odradek.statestore.replay;

import static java.util.Objects.requireNonNull;

import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The facts of one partition in their order, each read once. */
final class Facts implements AutoCloseable {
    private final Tape tape;
    private @Nullable EventRecord next;
    private long passed;

    Facts(Tape tape) {
        this.tape = tape;
    }

    /** The next fact, which stays the next; absent at the end. */
    @Nullable EventRecord peek() {
        if (next == null) {
            ConsumerRecord<byte[], byte[]> record = tape.peek();
            next = record == null ? null : Formats.EVENTS.read(record.value());
        }
        return next;
    }

    /** Goes on to the one after the next; the bytes of the one passed. */
    byte[] pass() {
        next = null;
        ConsumerRecord<byte[], byte[]> record = requireNonNull(tape.next(), "there is no next fact");
        passed = record.offset() + 1;
        return record.value();
    }

    /** How far along its partition this is. */
    long passed() {
        return passed;
    }

    @Override
    public void close() {
        tape.close();
    }
}
