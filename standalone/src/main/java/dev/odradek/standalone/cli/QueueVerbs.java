package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import java.util.Map;
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
            description = "List the queues: what is on offer, what workers hold, what waits and what is delayed.",
            footer = {"", "Examples:", "  ./odradek queues", "  ./odradek queues --json"})
    static int queues(@Mixin Common common) {
        JsonNode queues = common.read("/v1/queues", Map.of()).path("queues");
        common.out().show(queues, () -> {
            if (queues.isEmpty()) {
                return "There is no queue yet; machines bring them: ./odradek apply <file.yaml>.";
            }
            Table table = new Table("QUEUE", "STATE", "OFFERED", "HELD", "WAITING", "DELAYED");
            queues.values()
                    .forEach(queue -> table.row(
                            queue.path("queue").asString(),
                            queue.path("paused").asBoolean() ? "paused" : "open",
                            queue.path("offered").asLong(),
                            queue.path("held").asLong(),
                            queue.path("waiting").asLong(),
                            queue.path("delayed").asLong()));
            return table.toString();
        });
        return Exit.OK.code();
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
        return tellAll(
                common,
                new Pause(queue, reason),
                "Queue " + queue + " is paused; resume it with ./odradek resume " + queue + ".");
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Offer again from a paused queue, first what waited longest.",
            footer = {"", "Examples:", "  ./odradek resume fetch"})
    static int resume(
            @Mixin Common common, @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue) {
        return tellAll(common, new Resume(queue), "Queue " + queue + " is open.");
    }

    private static int tellAll(Common common, QueueCommand command, String done) {
        try (Asking asking = common.ask()) {
            for (Answer answer : asking.askAll(common.tenant(), "queue/" + command.queue(), command)) {
                // A partition that is so already is content.
                if (answer instanceof Denied denied && denied.reason() != Refusal.DUPLICATE) {
                    throw Denials.complaint(denied);
                }
            }
        }
        common.out().show(Map.of("queue", command.queue(), "applied", command.type()), () -> done);
        return Exit.OK.code();
    }
}
