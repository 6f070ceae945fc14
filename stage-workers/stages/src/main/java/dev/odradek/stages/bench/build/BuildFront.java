package dev.odradek.stages.bench.build;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import dev.odradek.stages.web.Routes;
import dev.odradek.stages.web.Site;
import dev.odradek.stages.web.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Builds over HTTP: {@code POST /baml/update} asks for the newest release or a given sha, {@code GET /baml/current}
 * tells of the newest build that is ready, {@code GET /baml/binary/{sha}} hands one out.
 *
 * <p>It holds nothing: two of them asked at once for one sha post one item, for its key is the sha.
 */
public final class BuildFront implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BuildFront.class);

    private final Site api;
    private final String tenant;
    private final Optional<Site> releases;
    private final WebServer server;

    private BuildFront(int port, Site api, String tenant, Optional<Site> releases) {
        this.api = api;
        this.tenant = tenant;
        this.releases = releases;
        this.server = WebServer.start(
                port,
                new Routes()
                        .post("/baml/update", this::update)
                        .get("/baml/current", request -> current())
                        .get("/baml/binary/{sha}", request -> binary(request.part("sha"))));
    }

    /**
     * Port 0 takes any free one.
     *
     * @param api Odradek's own
     * @param tenant whose builds they are
     * @param releases absent, only what is asked for by its sha is built
     */
    public static BuildFront start(int port, Site api, String tenant, Optional<Site> releases) {
        return new BuildFront(port, api, tenant, releases);
    }

    public String url() {
        return server.url();
    }

    private Reply update(Request request) throws IOException, InterruptedException {
        JsonNode wanted = request.json();
        if (wanted.path("sha").asString("").isEmpty()) {
            if (releases.isEmpty()) {
                LOG.atWarn().log("no release store is configured, so nothing is built");
                return Reply.ok(Map.of("built", false, "skipped", "no release store is configured"));
            }
            Site.Answer latest = releases.get().get("/releases/latest");
            if (!latest.isGood()) {
                return Reply.error(502, "the release store answered " + latest);
            }
            wanted = latest.json();
        }
        String sha = wanted.path("sha").asString("");
        return Build.isSha(sha)
                ? Reply.ok(ask(sha, wanted.path("version").asString(sha)))
                : Reply.error(400, "sha must be letters, digits, dots, dashes and underscores");
    }

    private Map<String, Object> ask(String sha, String version) throws IOException, InterruptedException {
        JsonNode item = item(sha);
        Standing standing = Standing.of(state(item));
        if (standing == Standing.ABSENT) {
            accept(
                    api.with("Idempotency-Key", Build.key(sha)).with("Prefer", "wait"),
                    "/v1/items",
                    Map.of("machine", Build.MACHINE, "payload", Map.of("sha", sha, "version", version)));
        } else if (standing == Standing.FAILED) {
            accept(api, "/v1/items/" + Build.itemId(tenant, sha) + "/requeue", Map.of());
        }
        String known = Build.of(item.path("payload")).version();
        return standing.told(sha, known.isEmpty() ? version : known);
    }

    /** A conflict means that somebody else was faster, and that is as good. */
    private static void accept(Site site, String path, Map<String, ?> body) throws IOException, InterruptedException {
        Site.Answer answer = site.post(path, body);
        if (!answer.isGood() && answer.status() != 409) {
            throw new IOException(path + " was answered with " + answer);
        }
    }

    private Reply current() throws IOException, InterruptedException {
        Site.Answer found = api.get("/v1/items?machine=" + Build.MACHINE + "&state=ready&limit=1");
        if (!found.isGood()) {
            return Reply.error(502, "the builds were answered with " + found);
        }
        JsonNode newest = found.json().path("items").path(0);
        return newest.isMissingNode()
                ? Reply.error(404, "no build is ready")
                : Reply.ok(Build.of(newest.path("payload")).asCurrent());
    }

    private Reply binary(String sha) throws IOException, InterruptedException {
        if (!Build.isSha(sha)) {
            return Reply.error(400, "sha must be letters, digits, dots, dashes and underscores");
        }
        JsonNode item = item(sha);
        if (Standing.of(state(item)) != Standing.READY) {
            return Reply.error(404, "no build of " + sha + " is ready");
        }
        Build build = Build.of(item.path("payload"));
        HttpResponse<InputStream> kept = api.open("/v1/artifacts/" + build.artifact());
        if (kept.statusCode() != 200) {
            kept.body().close();
            return Reply.error(502, "the artifact was answered with " + kept.statusCode());
        }
        return Reply.bytes(build.size(), kept.body()).with("X-Baml-Version", build.version());
    }

    /** A missing node if there is none. */
    private JsonNode item(String sha) throws IOException, InterruptedException {
        Site.Answer found = api.get("/v1/items/" + Build.itemId(tenant, sha));
        if (!found.isGood() && found.status() != 404) {
            throw new IOException("the build of " + sha + " was answered with " + found);
        }
        return found.isGood() ? found.json() : found.json().path("none");
    }

    private static String state(JsonNode item) {
        return item.path("axes").path("status").path("status").asString("");
    }

    @Override
    public void close() {
        server.close();
    }
}
