package dev.odradek.stages.bench.build;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the prebuilt binary of a sha from the release store and keeps it as an artifact, before the build is ready.
 *
 * <p>What the release store does not have fails the build; that artifacts cannot be kept just now does not.
 */
public final class Builder implements Handler {
    public static final String QUEUE = "build";

    private static final Logger LOG = LoggerFactory.getLogger(Builder.class);
    private static final int TAIL = 4000;

    private final Optional<Site> releases;
    private final Site api;
    private final InstantSource clock;

    /**
     * @param releases absent, every build fails and says so
     * @param api where artifacts are kept
     */
    public Builder(Optional<Site> releases, Site api, InstantSource clock) {
        this.releases = releases;
        this.api = api;
        this.clock = clock;
    }

    @Override
    public Result handle(Work work) throws IOException, InterruptedException {
        Build build = Build.of(work.payload());
        if (releases.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("itemId", work.itemId())
                    .log("no release store is configured, so nothing is built");
            return failed("No release store is configured.");
        }
        Path file = Files.createTempFile("baml-", ".binary");
        try {
            Optional<String> trouble = download(releases.get(), build.sha(), file);
            return trouble.isPresent() ? failed(trouble.get()) : kept(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Optional<String> download(Site releases, String sha, Path file) throws InterruptedException {
        try {
            HttpResponse<Path> got = releases.download("/download/" + sha + "/baml", file);
            return got.statusCode() == 200
                    ? Optional.empty()
                    : Optional.of("The release store answered " + got.statusCode() + ": " + text(file));
        } catch (IOException e) {
            return Optional.of("The release store did not answer (" + e + ").");
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private Result kept(Path file) throws IOException, InterruptedException {
        Site.Answer stored = api.upload("/v1/artifacts", file);
        if (!stored.isGood()) {
            return Result.retry("the artifact was answered with " + stored);
        }
        return Result.done()
                .patch(Map.of(
                        "built_at",
                        Instant.ofEpochMilli(clock.millis()).toString(),
                        "size",
                        stored.json().path("bytes").asLong(),
                        "hash",
                        stored.json().path("artifact").asString()));
    }

    private static Result failed(String log) {
        return Result.done().to("failed").patch(Map.of("build_log_tail", tail(log)));
    }

    /** The end tells most. */
    static String tail(String log) {
        return log.substring(Math.max(0, log.length() - TAIL));
    }
}
