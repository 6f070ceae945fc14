package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.machine.Machine;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The verbs that move single items. */
final class MoveVerbs {
    private MoveVerbs() {}

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "End every axis of an item that has not ended; its worker is told.",
            footer = {"", "Examples:", "  ./odradek cancel 5f0c… --reason 'posted by mistake'"})
    static int cancel(
            @Mixin Common common,
            @Parameters(paramLabel = "ID", description = "The item.") String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why.") @Nullable String reason,
            @Option(names = "--partition-key", paramLabel = "KEY", description = "The key it was posted with.")
                    @Nullable String key) {
        return tell(common, new Cancel(id, reason), key, "Cancelled item " + id);
    }

    @Command(
            name = "requeue",
            mixinStandardHelpOptions = true,
            description = "Offer an item again that failed or waits for its time, its attempts forgotten.",
            footer = {"", "Examples:", "  ./odradek requeue 5f0c…", "  ./odradek requeue 5f0c… --axis review"})
    static int requeue(
            @Mixin Common common,
            @Parameters(paramLabel = "ID", description = "The item.") String id,
            @Option(
                            names = "--axis",
                            paramLabel = "AXIS",
                            defaultValue = Machine.DEFAULT_AXIS,
                            description = "Which axis (default: status).")
                    String axis,
            @Option(names = "--partition-key", paramLabel = "KEY", description = "The key it was posted with.")
                    @Nullable String key) {
        return tell(common, new Requeue(id, axis), key, "Item " + id + " is offered again on axis " + axis);
    }

    @Command(
            name = "expire",
            mixinStandardHelpOptions = true,
            description = "Take an item back from a worker that is gone, and offer it again.",
            footer = {
                "",
                "The reaper-job does this by itself when a lease runs out or its holder falls silent; this does not",
                "wait for that. If the worker is alive after all, its result is refused.",
                "",
                "Examples:",
                "  ./odradek expire 5f0c…"
            })
    static int expire(
            @Mixin Common common,
            @Parameters(paramLabel = "ID", description = "The item.") String id,
            @Option(
                            names = "--axis",
                            paramLabel = "AXIS",
                            defaultValue = Machine.DEFAULT_AXIS,
                            description = "Which axis (default: status).")
                    String axis) {
        JsonNode item = ItemVerbs.fetch(common, id);
        long epoch = item.path("axes").path(axis).path("epoch").asLong(0);
        String key = item.path("partition_key").asString(id);
        return tell(common, new Expire(id, axis, epoch), key, "Item " + id + " is taken back on axis " + axis);
    }

    @Command(
            name = "transition",
            mixinStandardHelpOptions = true,
            description = "Move an axis nobody holds along one of its edges.",
            footer = {"", "Examples:", "  ./odradek transition 5f0c… approved --axis review"})
    static int transition(
            @Mixin Common common,
            @Parameters(paramLabel = "ID", description = "The item.") String id,
            @Parameters(paramLabel = "TO", description = "The state to move to.") String to,
            @Option(
                            names = "--axis",
                            paramLabel = "AXIS",
                            defaultValue = Machine.DEFAULT_AXIS,
                            description = "Which axis (default: status).")
                    String axis,
            @Option(names = "--partition-key", paramLabel = "KEY", description = "The key it was posted with.")
                    @Nullable String key) {
        return tell(common, new Transition(id, axis, to, null), key, "Item " + id + " moved to " + to);
    }

    private static int tell(Common common, ItemCommand command, @Nullable String key, String done) {
        ItemVerbs.requireId(command.itemId());
        String partitionKey = key != null ? key : keyOf(common, command.itemId());
        String token;
        try (Asking asking = common.ask()) {
            if (asking.ask(common.tenant(), partitionKey, command) instanceof Denied denied) {
                throw Denials.complaint(denied);
            }
            token = asking.token().toString();
        }
        common.out()
                .show(
                        Map.of("id", command.itemId(), "applied", command.type(), "token", token),
                        () -> done + " (token " + token + ").");
        return Exit.OK.code();
    }

    /** The key that decides the item's partition; without reads only an item that has no key of its own is found. */
    private static String keyOf(Common common, String id) {
        return common.whereabouts().hasReads()
                ? ItemVerbs.fetch(common, id).path("partition_key").asString(id)
                : id;
    }
}
