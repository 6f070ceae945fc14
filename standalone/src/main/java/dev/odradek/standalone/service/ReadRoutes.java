package dev.odradek.standalone.service;

import dev.odradek.statestore.read.HistoryView;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.Reads;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.statestore.table.ReadModel;
import dev.odradek.topics.event.Cause;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the reads: lists from the read model, what is so right now from the state-store of this process. */
final class ReadRoutes {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 1_000;
    static final String DEFAULT_TENANT = "default";

    private static final Pattern ITEM = Pattern.compile("/v1/items/([^/]+)(/why|/history)?");

    private static final Pattern LETTER = Pattern.compile("/v1/dead-letters/(\\d{1,9}):(\\d{1,18})");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Map<String, String> ROUTES = routes();

    private final Optional<Reads> core;
    private final Supplier<ReadModel> model;
    private final Optional<CheckNow> check;

    /** @param core what the state-store of this process knows, if it runs one */
    ReadRoutes(Optional<Reads> core, Supplier<ReadModel> model, Optional<CheckNow> check) {
        this.core = core;
        this.model = model;
        this.check = check;
    }

    Reply get(String rawPath, @Nullable String rawQuery) {
        Map<String, String> query = parse(rawQuery);
        String tenant = query.getOrDefault("tenant", DEFAULT_TENANT);
        try {
            Optional<Reply> late = awaitToken(query.get("after"));
            return late.isPresent() ? late.get() : route(rawPath, tenant, query);
        } catch (DatabaseException e) {
            return Reply.problem(503, "No read model", String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Reply.problem(400, "Bad request", e.getMessage() + ".");
        }
    }

    private Reply route(String rawPath, String tenant, Map<String, String> query) {
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return item(tenant, decode(item.group(1)), item.group(2) == null ? "" : item.group(2), query);
        }
        Matcher letter = LETTER.matcher(rawPath);
        if (letter.matches()) {
            return letter(letter.group(1), letter.group(2));
        }
        return switch (rawPath) {
            case "/v1/items" -> items(tenant, query);
            case "/v1/queues" -> Reply.json(Map.of("queues", model.get().queues(tenant, System.currentTimeMillis())));
            case "/v1/failures" -> Reply.json(Map.of("failures", model.get().failures(tenant, limit(query))));
            case "/v1/dead-letters" ->
                Reply.json(Map.of("dead_letters", model.get().deadLetters(limit(query))));
            case "/v1/check" -> check.map(CheckNow::reply).orElseGet(ReadRoutes::noCore);
            case "/v1/machines" ->
                core.map(reads -> Reply.json(Map.of("machines", reads.machines(tenant))))
                        .orElseGet(ReadRoutes::noCore);
            case "/v1/schedules" ->
                core.map(reads -> Reply.json(Map.of("schedules", reads.schedules(tenant))))
                        .orElseGet(ReadRoutes::noCore);
            default ->
                Reply.notFound(
                        "There is nothing at " + rawPath + "; there are " + String.join(", ", ROUTES.values()) + ".");
        };
    }

    /** A reader that knows what it, or somebody else, has written waits until that is here. */
    private Optional<Reply> awaitToken(@Nullable String token) {
        if (token == null) {
            return Optional.empty();
        }
        Cause cause = Cause.parse(token.chars().filter(c -> c == ':').count() == 1 ? token + ":0" : token);
        try {
            return model.get().await(cause.partition(), cause.offset(), PATIENCE)
                    ? Optional.empty()
                    : Optional.of(Reply.problem(
                            503,
                            "Not here yet",
                            "What " + token + " stands for has not reached the read model within "
                                    + PATIENCE.toSeconds() + " s; ask again."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(Reply.problem(503, "Stopping", "This odradek is stopping."));
        }
    }

    /** The route's name for metrics: ids must not become labels. */
    static String name(String rawPath) {
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return "/v1/items/{id}" + (item.group(2) == null ? "" : item.group(2));
        }
        return LETTER.matcher(rawPath).matches() ? "/v1/dead-letters/{id}" : ROUTES.getOrDefault(rawPath, "other");
    }

    private static Map<String, String> routes() {
        Map<String, String> routes = new LinkedHashMap<>();
        for (String route : List.of(
                "/v1/items",
                "/v1/items/{id}",
                "/v1/items/{id}/why",
                "/v1/items/{id}/history",
                "/v1/queues",
                "/v1/failures",
                "/v1/dead-letters",
                "/v1/dead-letters/{id}",
                "/v1/machines",
                "/v1/schedules",
                "/v1/check",
                "/healthz",
                "/metrics")) {
            routes.put(route, route);
        }
        return routes;
    }

    private Reply item(String tenant, String id, String part, Map<String, String> query) {
        return switch (part) {
            case "/why" ->
                core.map(reads -> reads.why(tenant, id)
                                .map(why -> Reply.json(
                                        Map.of("id", id, "why", why.lines().toList())))
                                .orElseGet(() -> unknown(tenant, id)))
                        .orElseGet(ReadRoutes::noCore);
            case "/history" -> {
                List<HistoryView> history = model.get().history(tenant, id, limit(query));
                yield history.isEmpty() ? unknown(tenant, id) : Reply.json(Map.of("id", id, "history", history));
            }
            default -> whole(tenant, id).map(Reply::json).orElseGet(() -> unknown(tenant, id));
        };
    }

    /** The state-store knows first, but only of its own partitions. */
    private Optional<ItemView> whole(String tenant, String id) {
        Optional<ItemView> here = core.flatMap(reads -> reads.item(tenant, id));
        try {
            return here.isPresent() ? here : model.get().item(tenant, id);
        } catch (DatabaseException e) {
            if (core.isPresent()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Reply letter(String partition, String offset) {
        return model.get()
                .deadLetter(Integer.parseInt(partition), Long.parseLong(offset))
                .map(Reply::json)
                .orElseGet(() -> Reply.notFound("There is no dead letter " + partition + ":" + offset
                        + "; list those there are with ./odradek dead-letters list."));
    }

    private Reply items(String tenant, Map<String, String> query) {
        int limit = limit(query);
        String before = query.get("before");
        List<ItemView> found = model.get()
                .items(new ItemQuery(
                        tenant,
                        query.get("machine"),
                        query.get("state"),
                        query.get("queue"),
                        query.get("failure"),
                        query.get("holder"),
                        query.get("parent"),
                        before == null ? null : ItemQuery.Cursor.parse(before),
                        limit));
        if (found.size() < limit) {
            return Reply.json(Map.of("items", found));
        }
        ItemView last = found.get(found.size() - 1);
        return Reply.json(Map.of("items", found, "next", new ItemQuery.Cursor(last.createdAt(), last.id()).toString()));
    }

    private static int limit(Map<String, String> query) {
        int limit;
        try {
            limit = Integer.parseInt(query.getOrDefault("limit", Integer.toString(DEFAULT_LIMIT)));
        } catch (NumberFormatException e) {
            limit = 0;
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "limit must be a whole number from 1 to " + MAX_LIMIT + ", was " + query.get("limit"));
        }
        return limit;
    }

    private static Reply noCore() {
        return Reply.problem(
                503,
                "No state-store here",
                "This odradek runs no state-store, which alone knows that; ask the one that does, with --url.");
    }

    private static Reply unknown(String tenant, String id) {
        return Reply.notFound(
                "Tenant " + tenant + " has no item with id " + id + "; list the items there are with ./odradek items.");
    }

    private static Map<String, String> parse(@Nullable String rawQuery) {
        Map<String, String> query = new TreeMap<>();
        if (rawQuery == null) {
            return query;
        }
        Arrays.stream(rawQuery.split("&")).filter(pair -> pair.contains("=")).forEach(pair -> {
            int equals = pair.indexOf('=');
            query.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
        });
        return query;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
