package dev.odradek.statestore.stream;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record that is held before it is sent, its own callback and its own future: there are a hundred thousand a second.
 *
 * <p>Of what leaves within the transaction Streams hears of every failure, but of a success only where it needs the
 * offset: of its changelogs. Of what leaves beside it, it hears by the commit.
 */
final class Held implements Future<RecordMetadata>, Callback {
    private static final String CHANGELOG = "-changelog";

    private final ProducerRecord<byte[], byte[]> record;
    private final @Nullable Callback callback;
    private volatile @Nullable Future<RecordMetadata> sent;

    Held(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        this.record = record;
        this.callback = callback;
    }

    ProducerRecord<byte[], byte[]> record() {
        return record;
    }

    /** It is on its way. */
    void left(Future<RecordMetadata> way) {
        sent = way;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (callback != null && (failure != null || record.topic().endsWith(CHANGELOG))) {
            callback.onCompletion(metadata, failure);
        }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        Future<RecordMetadata> way = sent;
        return way != null && way.isDone();
    }

    @Override
    public RecordMetadata get() throws InterruptedException, ExecutionException {
        return way().get();
    }

    @Override
    public RecordMetadata get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return way().get(timeout, unit);
    }

    /** Whoever sends is who lets go: to wait for what is held would be for ever. */
    private Future<RecordMetadata> way() {
        Future<RecordMetadata> way = sent;
        if (way == null) {
            throw new IllegalStateException("the record is still held; commit first");
        }
        return way;
    }
}
