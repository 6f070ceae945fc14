package dev.odradek.standalone.service;

import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.Reads;
import dev.odradek.statestore.table.DatabaseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the reads: lists from the read model, what is so right now from the state-store of this process. */
final class ReadRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRoutes.class);

    /** The name of whatever is none of ours. */
    static final String OTHER = "other";

    private static final Pattern ITEM = Pattern.compile("/v1/items/([^/]+)(/why|/history)?");
    private static final Pattern LETTER = Pattern.compile("/v1/dead-letters/(\\d{1,9})(?::|%3[Aa])(\\d{1,18})");
    private static final Set<String> ROUTES = new LinkedHashSet<>(List.of(
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
            "/metrics"));

    private final Optional<Reads> core;
    private final ListRoutes lists;
    private final Optional<CheckNow> check;

    /** @param core what the state-store of this process knows, if it runs one */
    ReadRoutes(Optional<Reads> core, ListRoutes lists, Optional<CheckNow> check) {
        this.core = core;
        this.lists = lists;
        this.check = check;
    }

    Reply get(String rawPath, @Nullable String rawQuery) {
        try {
            Query query = Query.parse(rawQuery);
            Optional<Reply> late = lists.await(query.text("after"));
            return late.isPresent() ? late.get() : route(rawPath, query);
        } catch (DatabaseException e) {
            if (e.getCause() != null) {
                LOG.atWarn().setCause(e).log("a read failed");
            }
            return Reply.problem(503, "No read model", String.valueOf(e.getMessage()));
        } catch (InvalidStateStoreException e) {
            return Reply.problem(
                    503, "Not here yet", "The partitions are moving between state-stores; ask again in a moment.");
        } catch (IllegalArgumentException e) {
            return Reply.problem(400, "Bad request", e.getMessage() + ".");
        }
    }

    private Reply route(String rawPath, Query query) {
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return item(
                    Query.printable("id", Query.decode(item.group(1))),
                    item.group(2) == null ? "" : item.group(2),
                    query);
        }
        Matcher letter = LETTER.matcher(rawPath);
        if (letter.matches()) {
            return lists.letter(Integer.parseInt(letter.group(1)), Long.parseLong(letter.group(2)));
        }
        return switch (rawPath) {
            case "/v1/items" -> lists.items(query);
            case "/v1/queues" -> lists.queues(query);
            case "/v1/failures" -> lists.failures(query);
            case "/v1/dead-letters" -> lists.letters(query);
            case "/v1/check" -> check.map(CheckNow::reply).orElseGet(ReadRoutes::noCore);
            case "/v1/machines" ->
                core.map(reads -> Reply.json(Map.of("machines", reads.machines(query.tenant()))))
                        .orElseGet(ReadRoutes::noCore);
            case "/v1/schedules" ->
                core.map(reads -> Reply.json(Map.of("schedules", reads.schedules(query.tenant()))))
                        .orElseGet(ReadRoutes::noCore);
            default ->
                Reply.notFound("There is nothing at " + rawPath + "; there are " + String.join(", ", ROUTES) + ".");
        };
    }

    /** The route's name for metrics: ids must not become labels. */
    static String name(String rawPath) {
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return "/v1/items/{id}" + (item.group(2) == null ? "" : item.group(2));
        }
        if (LETTER.matcher(rawPath).matches()) {
            return "/v1/dead-letters/{id}";
        }
        return ROUTES.contains(rawPath) ? rawPath : OTHER;
    }

    private Reply item(String id, String part, Query query) {
        String tenant = query.tenant();
        return switch (part) {
            case "/why" ->
                core.map(reads -> reads.why(tenant, id)
                                .map(why -> Reply.json(
                                        Map.of("id", id, "why", why.lines().toList())))
                                .orElseGet(() -> unknown(tenant, id)))
                        .orElseGet(ReadRoutes::noCore);
            case "/history" -> lists.history(id, query).orElseGet(() -> unknown(tenant, id));
            default -> whole(tenant, id).map(Reply::json).orElseGet(() -> unknown(tenant, id));
        };
    }

    /** The state-store knows first, but only of its own partitions. */
    private Optional<ItemView> whole(String tenant, String id) {
        Optional<ItemView> here = core.flatMap(reads -> reads.item(tenant, id));
        try {
            return here.isPresent() ? here : lists.item(tenant, id);
        } catch (DatabaseException e) {
            if (core.filter(Reads::isWhole).isPresent()) {
                return Optional.empty();
            }
            // It may be on a partition that another state-store has: nobody here can say that it is not.
            throw e;
        }
    }

    private static Reply noCore() {
        return Reply.problem(
                503,
                "No state-store here",
                "This odradek runs no state-store, which alone knows that; ask the one that does.");
    }

    private static Reply unknown(String tenant, String id) {
        return Reply.notFound(
                "Tenant " + tenant + " has no item with id " + id + "; GET /v1/items lists those there are.");
    }
}
