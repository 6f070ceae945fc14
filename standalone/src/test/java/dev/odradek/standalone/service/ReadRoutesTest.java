package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.topics.format.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered where there is no read model and no state-store. */
class ReadRoutesTest {
    private static final String WHY = "There is no read model, for this is a test; run it for real.";

    private final ReadRoutes routes = new ReadRoutes(
            Optional.empty(),
            new ListRoutes(
                    () -> {
                        throw DatabaseException.saying(WHY);
                    },
                    () -> Optional.of(WHY)),
            Optional.empty());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/items",
                "/v1/items/a",
                "/v1/items/a/history",
                "/v1/queues",
                "/v1/failures",
                "/v1/dead-letters",
                "/v1/dead-letters/0:1"
            })
    void whatNeedsTheReadModelSaysWhyThereIsNone(String path) {
        Reply reply = routes.get(path, null);

        assertThat(reply.status()).isEqualTo(503);
        assertThat(Json.parse(reply.body()).path("detail").asString()).isEqualTo(WHY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/machines", "/v1/schedules", "/v1/check", "/v1/items/a/why"})
    void whatNeedsTheStateStoreSaysThatThereIsNone(String path) {
        assertThat(routes.get(path, null).status()).isEqualTo(503);
        assertThat(routes.get(path, null).body()).contains("no state-store");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "after=x     | partition:offset",
                "after=1:2,  | partition:offset",
                "limit=0     | from 1 to 1000",
                "limit=many  | from 1 to 1000",
                "machine=%zz | URLDecoder",
                "machine=%00 | machine must hold no control characters",
                "holder=a%0A | holder must hold no control characters",
            })
    void whatCannotBeIsRefused(String query, String part) {
        Reply reply = routes.get("/v1/items", query);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains(part);
    }

    @Test
    void anEmptyAfterIsNone() {
        assertThat(Json.parse(routes.get("/v1/items", "after=").body())
                        .path("detail")
                        .asString())
                .isEqualTo(WHY);
    }

    @Test
    void whereTheDatabaseIsStaysInside() {
        Reply reply = Reply.problem(503, "No", "The database at jdbc:postgresql://db-1:5432/odradek?x=y failed: no.");

        assertThat(reply.body()).contains("The database at odradek.database.url failed: no.");
    }

    @Test
    void aPathThatIsNotThereNamesThoseThatAre() {
        assertThat(routes.get("/v1/nothing", null).status()).isEqualTo(404);
        assertThat(routes.get("/v1/nothing", null).body()).contains("/v1/items/{id}/history", "/v1/dead-letters");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/items/5f0c, /v1/items/{id}",
        "/v1/items/5f0c/history, /v1/items/{id}/history",
        "/v1/dead-letters/0:17, /v1/dead-letters/{id}",
        "/v1/dead-letters/0%3A17, /v1/dead-letters/{id}",
        "/v1/queues, /v1/queues",
        "/favicon.ico, other"
    })
    void idsDoNotBecomeLabels(String path, String name) {
        assertThat(ReadRoutes.name(path)).isEqualTo(name);
    }
}
