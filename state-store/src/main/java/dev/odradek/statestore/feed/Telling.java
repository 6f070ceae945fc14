package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.statestore.table.Swap;
import io.debezium.engine.DebeziumEngine.ChangeConsumer;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.RecordChangeEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** Takes changes from Debezium to the broker, and lets the slot go on only past what is there. */
final class Telling implements ChangeConsumer<RecordChangeEvent<SourceRecord>> {
    /** So much is told again after a crash; each time costs a record on {@code feed-offsets}. */
    private static final Duration KEEP_EVERY = Duration.ofSeconds(1);

    private final DatabaseConfig config;
    private final String system;
    private final Announcer announcer;
    private long kept = System.nanoTime() - KEEP_EVERY.toNanos();
    private volatile boolean heard;

    Telling(DatabaseConfig config, String system, Announcer announcer) {
        this.config = config;
        this.system = system;
        this.announcer = announcer;
    }

    /** Whether anything has come in at all. */
    boolean heard() {
        return heard;
    }

    @Override
    public void handleBatch(
            List<RecordChangeEvent<SourceRecord>> batch, RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        heard = true;
        for (RecordChangeEvent<SourceRecord> each : batch) {
            SourceRecord record = each.record();
            Changes.notification(record).ifPresent(announcer::add);
            for (Swap swap : Changes.swaps(record)) {
                tellOf(swap, Changes.reached(record));
            }
        }
        announcer.settle();
        if (System.nanoTime() - kept >= KEEP_EVERY.toNanos()) {
            RecordChangeEvent<SourceRecord> last = batch.get(batch.size() - 1);
            announcer.reached(Position.in(system, Changes.reached(last.record())));
            committer.markProcessed(last);
            committer.markBatchFinished();
            kept = System.nanoTime();
        }
    }

    private void tellOf(Swap swap, long lsn) throws InterruptedException {
        try (Connection connection = Databases.connect(config)) {
            RowPass.awaitSwap(connection, config.schema());
            new RowPass(connection, announcer, lsn).tell(swap.levels());
        } catch (SQLException e) {
            throw DatabaseException.of(config, e);
        }
    }
}
