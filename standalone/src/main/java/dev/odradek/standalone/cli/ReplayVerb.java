package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Exit;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.Rebuild;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds the read model again from the facts. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Build the read model again from the events, beside the one in use, and put it in its place at the end.",
            "The pipeline and the reads go on meanwhile; nothing outside is told anything."
        },
        footer = {
            "",
            "The database is the one of odradek.database.url, or else the one that runs on the data directory.",
            "It needs room for the tables twice.",
            "",
            "Examples:",
            "  ./odradek replay read-model",
            "  ./odradek replay read-model --json"
        })
final class ReplayVerb implements Callable<Integer> {
    private static final String READ_MODEL = "read-model";

    @Mixin
    private final Common common = new Common();

    @Parameters(paramLabel = "WHAT", description = "What to build again: read-model.")
    private String what = READ_MODEL;

    @Option(
            names = "--anyway",
            description = "Even if the events no longer have their beginning: items created before it are in no list.")
    private boolean anyway;

    @Override
    public Integer call() {
        if (!what.equals(READ_MODEL)) {
            throw new IllegalArgumentException("Only read-model can be replayed, not " + what);
        }
        DatabaseConfig database = common.whereabouts().database();
        Connection reached = BrokerProbe.reach(common.whereabouts().connection());
        Connection connection;
        try (Admin admin = Admin.create(reached.clientProperties())) {
            // A wrong prefix would build an empty one and put it in the place of the good.
            connection = BrokerProbe.fitted(reached, admin);
        }
        Out out = common.out();
        LiveLine line = new LiveLine(out, Duration.ofSeconds(1));
        long began = System.nanoTime();
        Rebuild.Built built;
        try {
            Rebuild rebuild = new Rebuild(
                    connection, database, (done, all) -> line.drawPart(done, all, () -> progress(done, all, began)));
            built = (anyway ? rebuild.evenIncomplete() : rebuild).run();
        } finally {
            line.end();
        }
        double seconds = built.took().toMillis() / 1000.0;
        long rate = rate(built.records(), built.took().toNanos());
        out.show(
                Map.of("records", built.records(), "seconds", seconds, "records_per_second", rate),
                () -> String.format(
                        Locale.ROOT,
                        "Built the read model again from %,d records in %.1f s (%,d records/s); it is in use.",
                        built.records(),
                        seconds,
                        rate));
        return Exit.OK.code();
    }

    private static String progress(long done, long all, long began) {
        return String.format(
                Locale.ROOT,
                "  %,d of %,d records (%d %%), %,d records/s",
                done,
                all,
                all == 0 ? 100 : done * 100 / all,
                rate(done, System.nanoTime() - began));
    }

    private static long rate(long records, long nanos) {
        return Math.round(records * 1e9 / Math.max(1, nanos));
    }
}
