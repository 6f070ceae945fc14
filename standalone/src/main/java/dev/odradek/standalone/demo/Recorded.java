package dev.odradek.standalone.demo;

import dev.odradek.standalone.service.Standalone;
import dev.odradek.statestore.read.RunView;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.statestore.table.ReadModel;
import dev.odradek.topics.event.EventRecord;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the read model has of one run, once everything that was heard of it must be there. */
final class Recorded {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String tenant;
    private final String prefix;
    private final Map<Integer, Long> heard = new ConcurrentHashMap<>();

    Recorded(String tenant, String idPrefix) {
        this.tenant = tenant;
        this.prefix = idPrefix;
    }

    /**
     * How much of a run was found.
     *
     * @param facts how many lines the histories of its items have
     * @param trouble why there is no telling, if so
     */
    public record Found(long items, long facts, @Nullable String trouble) {
        static final Found NOTHING = new Found(0, 0, null);

        String words(int posted) {
            if (trouble != null) {
                return "The run was not looked up in the read model: " + trouble;
            }
            return String.format(
                    Locale.ROOT,
                    "The read model has %s %,d items, %,d facts in their history.",
                    items == posted ? "all" : "only " + items + " of",
                    posted,
                    facts);
        }
    }

    void hear(EventRecord event) {
        heard.merge(event.cause().partition(), event.cause().offset(), Math::max);
    }

    Found in(Standalone standalone) {
        try {
            ReadModel model = standalone.readModel();
            for (Map.Entry<Integer, Long> each : heard.entrySet()) {
                if (!model.await(each.getKey(), each.getValue(), PATIENCE)) {
                    return new Found(
                            0,
                            0,
                            standalone.trouble().orElse("it is more than " + PATIENCE.toSeconds() + " s behind."));
                }
            }
            RunView run = model.run(tenant, prefix);
            return new Found(run.items(), run.facts(), null);
        } catch (DatabaseException e) {
            return new Found(0, 0, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Found(0, 0, "interrupted while waiting for it.");
        }
    }
}
