package dev.odradek.standalone.service;

import dev.odradek.statestore.read.HistoryView;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.LetterView;
import dev.odradek.statestore.table.ReadModel;
import dev.odradek.topics.event.WriteToken;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers what the read model knows; while it stands still, each answer says so and why. */
final class ListRoutes {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Supplier<ReadModel> model;
    private final Supplier<Optional<String>> trouble;

    /**
     * @param model throws {@link dev.odradek.statestore.table.DatabaseException} while there is none
     * @param trouble why it is not being kept up just now, if so
     */
    ListRoutes(Supplier<ReadModel> model, Supplier<Optional<String>> trouble) {
        this.model = model;
        this.trouble = trouble;
    }

    /** A reader that knows what it, or somebody else, has written waits until that is here. */
    Optional<Reply> await(@Nullable String after) {
        if (after == null || after.isEmpty()) {
            return Optional.empty();
        }
        WriteToken token = token(after);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Map.Entry<Integer, Long> each : token.offsets().entrySet()) {
                Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                if (!model.get().await(each.getKey(), each.getValue(), left)) {
                    return Optional.of(late(each.getKey() + ":" + each.getValue()));
                }
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(Reply.problem(503, "Stopping", "This odradek is stopping."));
        }
    }

    private static WriteToken token(String after) {
        try {
            return WriteToken.parse(after);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("after must be what a write was answered with: " + e.getMessage(), e);
        }
    }

    private Reply late(String token) {
        return Reply.problem(
                503,
                "Not here yet",
                "What " + token + " stands for has not reached the read model within " + PATIENCE.toSeconds() + " s; "
                        + trouble.get().orElse("ask again, or without after to see what is there."));
    }

    Reply items(Query query) {
        int limit = query.limit();
        String before = query.text("before");
        // One more than asked for tells whether there is another page.
        List<ItemView> found = model.get()
                .items(new ItemQuery(
                        query.tenant(),
                        query.text("machine"),
                        query.text("state"),
                        query.text("queue"),
                        query.text("failure"),
                        query.text("holder"),
                        query.text("parent"),
                        before == null ? null : ItemQuery.Cursor.parse(before),
                        limit + 1));
        Map<String, Object> answer = new LinkedHashMap<>();
        List<ItemView> page = found.size() > limit ? found.subList(0, limit) : found;
        answer.put(
                "items",
                bare(query) ? page.stream().map(ItemView::withoutPayload).toList() : page);
        if (found.size() > limit) {
            ItemView last = found.get(limit - 1);
            answer.put("next", new ItemQuery.Cursor(last.createdAt(), last.id()).toString());
        }
        return json(answer);
    }

    Optional<ItemView> item(String tenant, String id) {
        return model.get().item(tenant, id);
    }

    /** The newest facts, oldest of them first; absent: there is none. */
    Optional<Reply> history(String id, Query query) {
        int limit = query.limit();
        List<HistoryView> found = model.get().history(query.tenant(), id, limit + 1);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", id);
        answer.put("history", found.size() > limit ? found.subList(1, found.size()) : found);
        answer.put("earlier", found.size() > limit);
        return Optional.of(json(answer));
    }

    Reply queues(Query query) {
        return json("queues", model.get().queues(query.tenant(), System.currentTimeMillis()));
    }

    Reply failures(Query query) {
        return json("failures", model.get().failures(query.tenant(), query.text("failure"), query.limit()));
    }

    Reply letters(Query query) {
        List<LetterView> letters = model.get().deadLetters(query.limit());
        return json(
                "dead_letters",
                bare(query) ? letters.stream().map(LetterView::withoutPayload).toList() : letters);
    }

    Reply letter(int partition, long offset) {
        return model.get()
                .deadLetter(partition, offset)
                .map(Reply::json)
                .orElseGet(() -> Reply.notFound("There is no dead letter " + partition + ":" + offset
                        + "; GET /v1/dead-letters lists those there are."));
    }

    private static boolean bare(Query query) {
        return "false".equals(query.text("payload"));
    }

    private Reply json(String name, List<?> rows) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(name, rows);
        return json(answer);
    }

    /** Old rows are better than none, as long as nobody takes them for new. */
    private Reply json(Map<String, Object> answer) {
        trouble.get().map(Reply::outward).ifPresent(why -> answer.put("behind", why));
        return Reply.json(answer);
    }
}
