package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.statestore.rehearse.CannotRehearseException;
import dev.odradek.statestore.rehearse.Proposal;
import dev.odradek.statestore.replay.Replay;
import dev.odradek.statestore.replay.Summary;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.DurationText;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has what was recorded decided again under another definition, and shows what would have gone differently. */
@Command(
        name = "rehearse",
        mixinStandardHelpOptions = true,
        description = {
            "Decide the recorded commands once more as if a definition had been applied when they began, and list"
                    + " the items that would have gone another way. Nothing is written to any topic."
        },
        footer = {
            "",
            "Items created since then use the definition, unless they name an older version; items that were there",
            "already keep theirs, as they do when it is applied. Workers are not asked again: their recorded commands",
            "are, so that after its first difference an item stands where those leave it. Leases and waits of another",
            "length are counted (\"other times\") but not lived through, and what an item spawns into another",
            "partition is as recorded.",
            "",
            "First every command is decided as it was: if that does not give the recorded facts, byte for byte,",
            "nothing is reported, and the exit code is 1. Rows are rebuilt from the facts, in the directory for",
            "temporary files, one partition at a time.",
            "",
            "Examples:",
            "  ./odradek rehearse --definition report.yaml --since 24h",
            "  ./odradek rehearse --definition report.yaml --since 2026-03-01T08:00:00Z --limit 0",
            "  ./odradek rehearse --definition report.yaml --json     all of them, as one document"
        })
final class RehearseVerb implements Callable<Integer> {
    private static final long DEFAULT_LIMIT = 50;

    @Mixin
    private final Common common = new Common();

    @Option(names = "--definition", required = true, paramLabel = "FILE", description = "The definition to rehearse.")
    private Path definition = Path.of("");

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "How far back: 30m, 24h, 7d, or a time in UTC (default: 24h).")
    private String since = "24h";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "List at most this many items (default: 50; with --json all).")
    private @Nullable Long limit;

    @Override
    public Integer call() {
        Out out = common.out();
        Instant from = from(Instant.now());
        long most = limit != null ? limit : out.isJson() ? Long.MAX_VALUE : DEFAULT_LIMIT;
        if (most < 0) {
            throw new IllegalArgumentException("--limit must be at least 0, was " + most);
        }
        MachineApply machine = MachineVerbs.definition(definition);
        Proposal proposal = new Proposal(common.tenant(), machine.name(), machine.definition());
        LiveLine line = new LiveLine(out, Duration.ofSeconds(1));
        try (Replay replay = new Replay(connection(), proposal, (done, total) -> show(line, done, total))) {
            Summary summary = replay.since(from);
            line.end();
            RehearseText text = new RehearseText(proposal, from, summary);
            if (out.isJson()) {
                text.writeJson(out.writer(), replay, most);
            } else {
                text.print(out, replay, most);
            }
        } catch (CannotRehearseException e) {
            line.end();
            throw complaint(e, machine.name());
        }
        return Exit.OK.code();
    }

    private Connection connection() {
        Connection reached = BrokerProbe.reach(common.whereabouts().connection());
        try (Admin admin = Admin.create(reached.clientProperties())) {
            return BrokerProbe.fitted(reached, admin);
        }
    }

    private Instant from(Instant now) {
        Optional<Instant> ago = DurationText.parse(since).map(now::minus);
        if (ago.isPresent()) {
            return ago.get();
        }
        Instant named;
        try {
            named = Instant.parse(since);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "--since must be a duration such as 30m, 24h or 7d, or a time such as 2026-03-01T08:00:00Z, was "
                            + since,
                    e);
        }
        if (named.isAfter(now)) {
            throw new IllegalArgumentException("--since must not lie in the future, was " + since);
        }
        return named;
    }

    private static void show(LiveLine line, long done, long total) {
        line.drawPart(done, total, () -> "  " + 100 * done / Math.max(1, total) + " % of the record");
    }

    private static Complaint complaint(CannotRehearseException e, String machine) {
        String message = String.valueOf(e.getMessage());
        return switch (e.why()) {
            case UNKNOWN_MACHINE ->
                new Complaint(
                        Exit.REFUSED,
                        "There is no machine named " + machine + " and so no record of one; apply its definition with"
                                + " ./odradek apply <file.yaml>; ./odradek machines lists those there are.",
                        e);
            case BAD_DEFINITION ->
                Denials.complaint(new Denied(machine, "Define", Refusal.BAD_DEFINITION, message, null));
            case NOT_THE_RECORD ->
                new Complaint(
                        Exit.REFUSED,
                        "The record cannot be rehearsed: " + message + "; rehearse with the version of odradek and the"
                                + " odradek.max-bytes that decided it, or name a later --since.",
                        e);
        };
    }
}
