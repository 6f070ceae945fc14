package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.Payloads;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.DurationText;
import dev.odradek.topics.route.Ids;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Posts one item, or one per line of a file. */
@Command(
        name = "post",
        mixinStandardHelpOptions = true,
        description = "Post an item to a machine; it is safe once this says so.",
        footer = {
            "",
            "Examples:",
            "  ./odradek post report --payload '{\"url\": \"https://example.org\"}'",
            "  ./odradek post report --payload @order.json --key order-4711    a retry changes nothing",
            "  echo '{}' | ./odradek post report --payload - --delay 5m",
            "  ./odradek post report --lines payloads.ndjson                   one item per line",
            "",
            "The token is for reads that must see the post: ./odradek items --after TOKEN."
        })
final class PostVerb implements Callable<Integer> {
    private static final int WINDOW = 500;

    @Mixin
    private final Common common = new Common();

    @Parameters(paramLabel = "MACHINE", description = "The machine the item is for.")
    private String machine = "";

    @Option(names = "--payload", paramLabel = "JSON|@FILE|-", description = "What it carries (default: {}).")
    private String payload = "{}";

    @Option(names = "--lines", paramLabel = "FILE|-", description = "Post one item per line of JSON.")
    private @Nullable String lines;

    @Option(names = "--id", paramLabel = "ID", description = "Its id (default: a fresh one).")
    private @Nullable String id;

    @Option(names = "--key", paramLabel = "KEY", description = "Idempotency key: the same key is the same item.")
    private @Nullable String key;

    @Option(names = "--partition-key", paramLabel = "KEY", description = "Items of one key are decided in order.")
    private @Nullable String partitionKey;

    @Option(names = "--delay", paramLabel = "TIME", description = "Start no sooner than after 500ms, 30s, 5m, 2h, 7d.")
    private @Nullable String delay;

    @Override
    public Integer call() {
        if (id != null && key != null) {
            throw new IllegalArgumentException(
                    "--id and --key exclude each other, for a key gives the id; leave out one");
        }
        refuseBlank("--key", key);
        refuseBlank("--id", id);
        if (lines != null && (id != null || key != null)) {
            throw new IllegalArgumentException("--lines gives each item a fresh id; leave out --id and --key");
        }
        long delayMs = delayMs();
        return lines == null ? postOne(Payloads.read(payload), delayMs) : postLines(lines, delayMs);
    }

    /** As a script gives it whose variable is not set: every such post would be one and the same item. */
    private static void refuseBlank(String option, @Nullable String given) {
        if (given != null && given.isBlank()) {
            throw new IllegalArgumentException(option + " must hold more than spaces, was \"" + given
                    + "\"; name one, or leave it out for a fresh id");
        }
    }

    private int postOne(JsonNode content, long delayMs) {
        String itemId = id != null ? id : key != null ? Ids.forKey(common.tenant(), key, partitionKey) : Ids.fresh();
        NewItem item = new NewItem(itemId, machine, 0, partitionKey, content, delayMs);
        String token;
        try (Asking asking = common.ask()) {
            accept(asking.ask(common.tenant(), item.ownKey(), new Create(item, null)));
            token = asking.token().toString();
        }
        common.out()
                .show(
                        Map.of("id", itemId, "machine", machine, "token", token),
                        () -> "Posted item " + itemId + " to " + machine + " (token " + token + ").");
        return Exit.OK.code();
    }

    private int postLines(String source, long delayMs) {
        long posted = 0;
        String token;
        try (Asking asking = common.ask();
                Payloads.Lines payloads = Payloads.lines(source)) {
            Deque<CompletableFuture<Answer>> open = new ArrayDeque<>();
            for (Iterator<JsonNode> each = payloads.iterator(); hasNext(each, asking, open, posted); ) {
                NewItem item = new NewItem(Ids.fresh(), machine, 0, partitionKey, each.next(), delayMs);
                open.add(asking.send(common.tenant(), item.ownKey(), new Create(item, null)));
                if (open.size() >= WINDOW) {
                    accept(asking.await(open.remove()));
                    posted++;
                }
            }
            while (!open.isEmpty()) {
                accept(asking.await(open.remove()));
                posted++;
            }
            token = asking.token().toString();
        }
        long count = posted;
        common.out()
                .show(
                        Map.of("machine", machine, "posted", count, "token", token),
                        () -> "Posted " + count + " items to " + machine
                                + (token.isEmpty() ? "." : " (token " + token + ")."));
        return Exit.OK.code();
    }

    /** A line that is no payload is told together with what has been posted before it. */
    private boolean hasNext(
            Iterator<JsonNode> each, Asking asking, Deque<CompletableFuture<Answer>> open, long posted) {
        try {
            return each.hasNext();
        } catch (Complaint bad) {
            open.forEach(answer -> accept(asking.await(answer)));
            long before = posted + open.size();
            throw new Complaint(
                    bad.exit(),
                    bad.getMessage()
                            + (before == 0
                                    ? " Nothing was posted."
                                    : " The " + before
                                            + " payloads before it have been posted; post only from that line on."),
                    bad);
        }
    }

    /** A repeat of the same post is answered like the first. */
    private void accept(Answer answer) {
        if (!(answer instanceof Denied denied)) {
            return;
        }
        if (denied.reason() == Refusal.UNKNOWN_MACHINE) {
            throw Denials.unknownMachine(machine);
        }
        throw Denials.complaint(denied);
    }

    private long delayMs() {
        if (delay == null) {
            return 0;
        }
        return DurationText.parse(delay)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--delay must be a duration such as 500ms, 30s, 5m or 2h, was " + delay))
                .toMillis();
    }
}
