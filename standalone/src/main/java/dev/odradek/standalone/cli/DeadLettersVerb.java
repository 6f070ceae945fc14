package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.topics.route.LetterId;
import dev.odradek.topics.route.Redrive;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the records that could not be read or decided, and sends them again. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[list | show | redrive]",
        description = "List the records that could not be read or decided, newest first; show one; send them again.",
        footer = {
            "",
            "Examples:",
            "  ./odradek dead-letters",
            "  ./odradek dead-letters show 0:17",
            "  ./odradek dead-letters redrive 0:17 0:18     once what was wrong is mended",
            "  ./odradek dead-letters redrive --all"
        })
final class DeadLettersVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Override
    public Integer call() {
        return list(common, 50);
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the dead letters, newest first.",
            footer = {"", "Examples:", "  ./odradek dead-letters list --limit 200"})
    static int list(
            @Mixin Common common,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many, 1 to 1000 (default: 50).")
                    int limit) {
        JsonNode list = common.list("/v1/dead-letters", Map.of("limit", Integer.toString(limit)));
        JsonNode letters = list.path("dead_letters");
        common.show(list, letters, () -> letters.isEmpty() ? "There is no dead letter.\n" : rows(letters));
        return Exit.OK.code();
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show one dead letter: why it died, where it came from, its key and its value.",
            footer = {"", "Examples:", "  ./odradek dead-letters show 0:17"})
    static int show(
            @Mixin Common common, @Parameters(paramLabel = "ID", description = "The letter, as listed.") String id) {
        JsonNode letter = common.list("/v1/dead-letters/" + LetterId.parse(id), Map.of());
        common.out().show(letter, () -> whole(letter));
        return Exit.OK.code();
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = "Send dead letters again to where they came from, exactly as they were.",
            footer = {
                "",
                "What came from commands, triggers or a work topic can be sent again. A letter that dies once more is",
                "a new dead letter. With --all, those already sent again are passed over.",
                "",
                "Examples:",
                "  ./odradek dead-letters redrive 0:17 0:18",
                "  ./odradek dead-letters redrive --all"
            })
    static int redrive(
            @Mixin Common common,
            @Parameters(paramLabel = "ID", arity = "0..*", description = "The letters.") @Nullable List<String> ids,
            @Option(names = "--all", description = "Every letter that has not been sent again.") boolean all,
            @Option(names = "--again", description = "Also those that have been sent again before.") boolean again) {
        TreeSet<LetterId> wanted = (ids == null ? List.<String>of() : ids)
                .stream().map(LetterId::parse).collect(Collectors.toCollection(TreeSet::new));
        if (all != wanted.isEmpty()) {
            throw new IllegalArgumentException("Name the letters to send again, or give --all, not both");
        }
        if (all && again) {
            throw new IllegalArgumentException("--again is for letters that are named; leave it out with --all");
        }
        Redrive.Done done;
        try (Redrive redrive = Redrive.open(fitted(common.whereabouts().connection()))) {
            done = all ? redrive.all() : redrive.these(wanted, again);
        }
        if (!all && done.sent().isEmpty()) {
            throw new Complaint(Exit.REFUSED, left(done) + ".");
        }
        common.out().show(done, () -> words(done));
        return (all || done.left().isEmpty() ? Exit.OK : Exit.REFUSED).code();
    }

    private static Connection fitted(Connection wanted) {
        Connection reached = BrokerProbe.reach(wanted);
        try (Admin admin = Admin.create(reached.clientProperties())) {
            return BrokerProbe.fitted(reached, admin);
        }
    }

    private static String words(Redrive.Done done) {
        if (done.sent().isEmpty() && done.left().isEmpty()) {
            return "There is no dead letter that has not been sent again.";
        }
        Table table = new Table("LETTER", "SENT TO", "PARTITION", "OFFSET");
        done.sent().forEach(each -> table.row(each.id(), each.topic(), each.partition(), each.offset()));
        return (done.sent().isEmpty() ? "" : table.toString())
                + "Sent " + CheckText.count(done.sent().size(), "letter", "letters") + " again"
                + (done.token().isEmpty() ? "." : " (token " + done.token() + ").")
                + (done.left().isEmpty() ? "" : "\n" + left(done) + ".");
    }

    private static String left(Redrive.Done done) {
        return done.left().stream()
                .map(each -> "Letter " + each.id() + " was left: " + each.why())
                .collect(Collectors.joining("; "));
    }

    private static String rows(JsonNode letters) {
        Table table = new Table("ID", "AT", "FROM", "SENT AGAIN", "REASON");
        letters.values()
                .forEach(each -> table.row(
                        each.path("id").asString(),
                        Times.seconds(each.path("at")),
                        from(each),
                        each.hasNonNull("redriven_at") ? Times.seconds(each.path("redriven_at")) : "-",
                        each.path("reason").asString()));
        return table.toString();
    }

    private static String whole(JsonNode letter) {
        String id = letter.path("id").asString();
        return "Dead letter " + id + " of " + Times.seconds(letter.path("at")) + ", from " + from(letter) + ".\n"
                + "Reason: " + letter.path("reason").asString() + "\n"
                + "Key: " + letter.path("key").asString("(none)") + "\n"
                + "Value: " + letter.path("value").asString("(none)") + "\n"
                + (letter.hasNonNull("redriven_at")
                        ? "It was sent again at " + Times.seconds(letter.path("redriven_at")) + "."
                        : "Send it again with ./odradek dead-letters redrive " + id + ".");
    }

    private static String from(JsonNode letter) {
        return letter.hasNonNull("topic")
                ? letter.path("topic").asString() + " "
                        + letter.path("partition").asString("?") + ":"
                        + letter.path("offset").asString("?")
                : "nobody knows where";
    }
}
