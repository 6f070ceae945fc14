package dev.odradek.standalone.client;

import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads from a running state-store over HTTP. */
public final class ReadClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** More than the service itself waits for its database, or for what a token stands for. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final String url;
    /** Only needed where loopback is not open. */
    private final String token = Settings.ofProcess().text("odradek.token", "");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    public ReadClient(String url) {
        this.url = url;
    }

    /** The JSON at a path, or a complaint with what the service said. */
    public JsonNode get(String path, Map<String, String> query) {
        return get(path, query, PATIENCE);
    }

    /** The same for what takes long to find out. */
    public JsonNode get(String path, Map<String, String> query, Duration patience) {
        HttpResponse<String> response;
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path + encode(query)))
                    .timeout(patience);
            if (!token.isBlank()) {
                request.header("Authorization", "Bearer " + token);
            }
            response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw absent(e);
        } catch (IllegalArgumentException e) {
            throw new Complaint(Exit.USAGE, "--url must be such as http://127.0.0.1:8642, was " + url + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw absent(e);
        }
        JsonNode body = parse(response.body());
        if (response.statusCode() == 200) {
            return body;
        }
        throw new Complaint(
                exit(response.statusCode()),
                asVerbs(body.path("detail")
                        .asString("The reads at " + url + " answered " + response.statusCode() + ".")));
    }

    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Over HTTP the advice names routes; whoever types verbs is told the verb of the same name. */
    private static String asVerbs(String detail) {
        return detail.replaceAll("GET /v1/([a-z-]+)", "./odradek $1");
    }

    private static Exit exit(int status) {
        return switch (status) {
            case 404 -> Exit.NOT_FOUND;
            case 400 -> Exit.USAGE;
            case 503 -> Exit.NOT_THERE;
            default -> Exit.REFUSED;
        };
    }

    private static String encode(Map<String, String> query) {
        return query.isEmpty()
                ? ""
                : query.entrySet().stream()
                        .map(each -> segment(each.getKey()) + "=" + segment(each.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private JsonNode parse(String body) {
        try {
            return Json.parse(body);
        } catch (JacksonException e) {
            throw new Complaint(
                    Exit.NOT_THERE, "What answers at " + url + " is no odradek; check --url or start ./odradek up.", e);
        }
    }

    private Complaint absent(Exception cause) {
        return new Complaint(
                Exit.NOT_THERE,
                "No odradek answers reads at " + url + "; start one with ./odradek up, or name another with --url.",
                cause);
    }
}
