package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The verbs about queues. */
final class QueueVerbs {
    private QueueVerbs() {}

    @Command(
            name = "queues",
            mixinStandardHelpOptions = true,
            description = {
                "List the queues: what is on offer, what workers hold, what waits and what is delayed;",
                "for how long the oldest offer stands; and what came in, was done and failed, per minute over the",
                "last five."
            },
            footer = {"", "Examples:", "  ./odradek queues", "  ./odradek queues --json"})
    static int queues(@Mixin Common common, @Mixin After after) {
        JsonNode list = common.list("/v1/queues", after.in(Map.of()));
        JsonNode queues = list.path("queues");
        common.show(
                list,
                queues,
                () -> queues.isEmpty()
                        ? "There is no queue yet; machines bring them: ./odradek apply <file.yaml>.\n"
                        : rows(queues));
        return Exit.OK.code();
    }

    private static String rows(JsonNode queues) {
        long now = System.currentTimeMillis();
        Table table = new Table(
                "QUEUE",
                "STATE",
                "OFFERED",
                "HELD",
                "WAITING",
                "DELAYED",
                "OLDEST",
                "IN/MIN",
                "DONE/MIN",
                "FAILED/MIN");
        for (JsonNode queue : queues.values()) {
            JsonNode rates = queue.path("per_minute");
            table.row(
                    queue.path("queue").asString(),
                    queue.path("paused").asBoolean() ? "paused" : "open",
                    queue.path("offered").asLong(),
                    queue.path("held").asLong(),
                    queue.path("waiting").asLong(),
                    queue.path("delayed").asLong(),
                    Times.age(queue.path("oldest_at"), now),
                    Times.rate(rates.path("offered")),
                    Times.rate(rates.path("completed")),
                    Times.rate(rates.path("failed")));
        }
        return table.toString();
    }

    @Command(
            name = "failures",
            mixinStandardHelpOptions = true,
            description = {
                "List the kinds of errors, the newest first: how often each was met, how many items stand failed with",
                "it now, and what its messages have in common."
            },
            footer = {"", "Examples:", "  ./odradek failures", "  ./odradek items --failure 3f9a01c2"})
    static int failures(
            @Mixin Common common,
            @Mixin After after,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many, 1 to 1000 (default: 50).")
                    int limit) {
        JsonNode list = common.list("/v1/failures", after.in(Map.of("limit", Integer.toString(limit))));
        JsonNode failures = list.path("failures");
        common.show(list, failures, () -> failures.isEmpty() ? "Nothing has failed.\n" : failed(failures));
        return Exit.OK.code();
    }

    private static String failed(JsonNode failures) {
        long now = System.currentTimeMillis();
        Table table = new Table("FAILURE", "MACHINE", "AXIS", "TIMES", "STANDING", "LAST", "PATTERN");
        failures.values()
                .forEach(each -> table.row(
                        each.path("failure").asString(),
                        each.path("machine").asString(),
                        each.path("axis").asString(),
                        each.path("times").asLong(),
                        standing(each.path("standing").asLong()),
                        Times.age(each.path("last_at"), now),
                        each.path("pattern").asString()));
        return table + "The items that stand failed with one of them: ./odradek items --failure "
                + failures.path(0).path("failure").asString() + "\n";
    }

    /** Beyond this nobody counts. */
    private static String standing(long number) {
        return number < 1_000 ? Long.toString(number) : "1000+";
    }

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Offer nothing more from a queue; what is held goes on.",
            footer = {"", "Examples:", "  ./odradek pause fetch --reason 'the site is down'"})
    static int pause(
            @Mixin Common common,
            @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why.") @Nullable String reason) {
        refuseUnknown(common, queue);
        return tellAll(
                common,
                new Pause(queue, reason),
                "Queue " + queue + " is paused; resume it with ./odradek resume " + queue);
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Offer again from a paused queue, first what waited longest.",
            footer = {"", "Examples:", "  ./odradek resume fetch"})
    static int resume(
            @Mixin Common common, @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue) {
        return tellAll(common, new Resume(queue), "Queue " + queue + " is open");
    }

    /** The token names every partition, for each has its own part of the queue. */
    /** A mistyped name would be paused, and the queue that was meant would go on. */
    private static void refuseUnknown(Common common, String queue) {
        if (!common.whereabouts().hasReads()) {
            return;
        }
        Set<String> queues = new TreeSet<>();
        common.read("/v1/machines", Map.of())
                .path("machines")
                .values()
                .forEach(machine -> machine.path("definition")
                        .findValuesAsString("queue", new ArrayList<>())
                        .forEach(queues::add));
        if (!queues.contains(queue)) {
            throw new Complaint(
                    Exit.NOT_FOUND,
                    "There is no queue " + queue + "; "
                            + (queues.isEmpty()
                                    ? "machines bring them: ./odradek apply <file.yaml>."
                                    : "there are " + String.join(", ", queues) + "."));
        }
    }

    private static int tellAll(Common common, QueueCommand command, String done) {
        String token;
        try (Asking asking = common.ask()) {
            for (Answer answer : asking.askAll(common.tenant(), "queue/" + command.queue(), command)) {
                // A partition that is so already is content.
                if (answer instanceof Denied denied && denied.reason() != Refusal.DUPLICATE) {
                    throw Denials.complaint(denied);
                }
            }
            token = asking.token().toString();
        }
        common.out()
                .show(
                        Map.of("queue", command.queue(), "applied", command.type(), "token", token),
                        () -> done + " (token " + token + ").");
        return Exit.OK.code();
    }
}
