package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.ReadClient;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.machine.Machine;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The verbs about items. */
final class ItemVerbs {
    private ItemVerbs() {}

    @Command(
            name = "item",
            mixinStandardHelpOptions = true,
            description = "Show one item: where each axis stands, who holds it, what it carries.",
            footer = {"", "Examples:", "  ./odradek item 5f0c…", "  ./odradek item 5f0c… --json"})
    static int item(@Mixin Common common, @Parameters(paramLabel = "ID", description = "The item.") String id) {
        JsonNode item = fetch(common, id, "");
        common.out().show(item, () -> ItemText.whole(item));
        return Exit.OK.code();
    }

    @Command(
            name = "items",
            mixinStandardHelpOptions = true,
            description = "List items.",
            footer = {
                "",
                "Examples:",
                "  ./odradek items",
                "  ./odradek items --machine report --state failed --limit 100",
                "  ./odradek items --queue fetch --json"
            })
    static int items(@Mixin Common common, @Mixin ItemFilter filter) {
        JsonNode items = common.read("/v1/items", filter.query()).path("items");
        common.out().show(items, () -> items.isEmpty() ? "No item matches." : ItemText.rows(items, filter.limit()));
        return Exit.OK.code();
    }

    @Command(
            name = "why",
            mixinStandardHelpOptions = true,
            description = "Say why an item stands where it stands, and what moves it next.",
            footer = {"", "Examples:", "  ./odradek why 5f0c…"})
    static int why(@Mixin Common common, @Parameters(paramLabel = "ID", description = "The item.") String id) {
        JsonNode why = fetch(common, id, "/why");
        common.out()
                .show(
                        why,
                        () -> why.path("why").values().stream()
                                .map(JsonNode::asString)
                                .collect(Collectors.joining("\n")));
        return Exit.OK.code();
    }

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
        return tell(common, new Cancel(id, reason), key, "Cancelled item " + id + ".");
    }

    @Command(
            name = "requeue",
            mixinStandardHelpOptions = true,
            description = "Offer a failed item again, its attempts forgotten.",
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
        return tell(common, new Requeue(id, axis), key, "Item " + id + " is offered again on axis " + axis + ".");
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
        JsonNode item = fetch(common, id, "");
        long epoch = item.path("axes").path(axis).path("epoch").asLong(0);
        String key = item.path("partition_key").asString(id);
        return tell(common, new Expire(id, axis, epoch), key, "Item " + id + " is taken back on axis " + axis + ".");
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
        return tell(common, new Transition(id, axis, to, null), key, "Item " + id + " moved to " + to + ".");
    }

    private static JsonNode fetch(Common common, String id, String part) {
        return common.read("/v1/items/" + ReadClient.segment(id) + part, Map.of());
    }

    private static int tell(Common common, ItemCommand command, @Nullable String key, String done) {
        String partitionKey = key != null ? key : keyOf(common, command.itemId());
        try (Asking asking = common.ask()) {
            Answer answer = asking.ask(common.tenant(), partitionKey, command);
            if (answer instanceof Denied denied) {
                throw Denials.complaint(denied);
            }
        }
        common.out().show(Map.of("id", command.itemId(), "applied", command.type()), () -> done);
        return Exit.OK.code();
    }

    /** The key that decides the item's partition; without reads only an item that has no key of its own is found. */
    private static String keyOf(Common common, String id) {
        return common.whereabouts().hasReads()
                ? fetch(common, id, "").path("partition_key").asString(id)
                : id;
    }
}
