package dev.odradek.standalone.service;

import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.Reads;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the reads: which reply a path and its query get. */
final class ReadRoutes {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 1_000;
    static final String DEFAULT_TENANT = "default";

    private static final Pattern ITEM = Pattern.compile("/v1/items/([^/]+)(/why)?");

    private final Reads reads;
    private final CheckNow check;

    ReadRoutes(Reads reads, CheckNow check) {
        this.reads = reads;
        this.check = check;
    }

    Reply get(String rawPath, @Nullable String rawQuery) {
        Map<String, String> query = parse(rawQuery);
        String tenant = query.getOrDefault("tenant", DEFAULT_TENANT);
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            String id = decode(item.group(1));
            return item.group(2) == null ? item(tenant, id) : why(tenant, id);
        }
        return switch (rawPath) {
            case "/v1/items" -> items(tenant, query);
            case "/v1/queues" -> Reply.json(Map.of("queues", reads.queues(tenant)));
            case "/v1/check" -> check.reply();
            case "/v1/machines" -> Reply.json(Map.of("machines", reads.machines(tenant)));
            case "/v1/schedules" -> Reply.json(Map.of("schedules", reads.schedules(tenant)));
            default ->
                Reply.notFound("There is nothing at " + rawPath
                        + "; there are /v1/items, /v1/items/{id}, /v1/items/{id}/why, /v1/queues, /v1/machines,"
                        + " /v1/schedules, /v1/check, /healthz and /metrics.");
        };
    }

    /** The route's name for metrics: ids must not become labels. */
    static String name(String rawPath) {
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return item.group(2) == null ? "/v1/items/{id}" : "/v1/items/{id}/why";
        }
        return List.of("/v1/items", "/v1/queues", "/v1/machines", "/v1/schedules", "/v1/check", "/healthz", "/metrics")
                        .contains(rawPath)
                ? rawPath
                : "other";
    }

    private Reply item(String tenant, String id) {
        return reads.item(tenant, id).map(Reply::json).orElseGet(() -> unknown(tenant, id));
    }

    private Reply why(String tenant, String id) {
        return reads.why(tenant, id)
                .map(why -> Reply.json(Map.of("id", id, "why", why.lines().toList())))
                .orElseGet(() -> unknown(tenant, id));
    }

    private Reply items(String tenant, Map<String, String> query) {
        int limit;
        try {
            limit = Integer.parseInt(query.getOrDefault("limit", Integer.toString(DEFAULT_LIMIT)));
        } catch (NumberFormatException e) {
            limit = 0;
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            return Reply.problem(
                    400,
                    "Bad request",
                    "limit must be a whole number from 1 to " + MAX_LIMIT + ", was " + query.get("limit") + ".");
        }
        List<ItemView> found =
                reads.items(new ItemQuery(tenant, query.get("machine"), query.get("state"), query.get("queue"), limit));
        return Reply.json(Map.of("items", found));
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
