package dev.odradek.standalone.service;

import dev.odradek.ingest.Reading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Has reads answered by the process that knows: the one that the settings name, or that runs on the data directory. */
final class RemoteReading implements Reading {
    /** The key of the address, for an ingest that shares no data directory with a state-store. */
    static final String URL = "odradek.ingest.reads-url";

    /** More than the other side waits for its database, or for what a token stands for. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final StandaloneConfig config;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    RemoteReading(StandaloneConfig config) {
        this.config = config;
    }

    @Override
    public Answered get(String rawPath, @Nullable String rawQuery) {
        Optional<String> url = Optional.of(config.settings().text(URL, ""))
                .filter(text -> !text.isBlank())
                .or(() -> running(rawPath));
        if (url.isEmpty()) {
            return problem("No state-store runs in this process or on its data directory, so that there are no reads;"
                    + " name one that answers them with " + URL + ".");
        }
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create(url.get() + rawPath + (rawQuery == null ? "" : "?" + rawQuery)))
                    .timeout(PATIENCE);
            Optional.of(config.settings().text("odradek.token", ""))
                    .filter(token -> !token.isBlank())
                    .ifPresent(token -> request.header("Authorization", "Bearer " + token));
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            return type.matches("application/(problem\\+)?json\\b.*")
                    ? new Answered(response.statusCode(), type, response.body())
                    : problem("What answers at " + url.get() + " is no odradek; check " + URL + ".");
        } catch (IOException e) {
            return problem("Nothing answers reads at " + url.get() + "; check " + URL + " and that it runs.");
        } catch (IllegalArgumentException e) {
            return problem("The address " + url.get() + rawPath + " cannot be asked for reads; check that " + URL
                    + " is such as http://127.0.0.1:8642 and that the path is percent-encoded.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return problem("This odradek is stopping.");
        }
    }

    /** What the state-store alone knows is asked there first, lists where the read model is. */
    private Optional<String> running(String path) {
        boolean list = path.endsWith("/history") || !path.matches("/v1/(items/.*|machines|schedules|check)");
        return Stream.of(
                        list ? Service.READ_MODEL : Service.STATE_STORE,
                        list ? Service.STATE_STORE : Service.READ_MODEL)
                .flatMap(service -> config.dataDir().running(service).stream())
                .map(Endpoint::url)
                .findFirst();
    }

    private static Answered problem(String detail) {
        Reply reply = Reply.problem(503, "No reads", detail);
        return new Answered(reply.status(), reply.contentType(), reply.body());
    }
}
