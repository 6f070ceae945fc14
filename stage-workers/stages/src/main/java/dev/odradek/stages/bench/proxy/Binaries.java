package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The binaries by sha, each downloaded once however many ask at a time; what cannot be had is done without. */
final class Binaries {
    private static final Logger LOG = LoggerFactory.getLogger(Binaries.class);
    private static final String NAME = "baml";

    private final Optional<Site> builds;
    private final Path cache;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    Binaries(Optional<Site> builds, Path cache) {
        this.builds = builds;
        this.cache = cache;
    }

    /** The binary of this sha, or the newest that is ready if it is empty. */
    Optional<Binary> of(String sha) throws InterruptedException {
        if (builds.isEmpty()) {
            LOG.atWarn().log("no builds are configured, so it runs without a binary");
            return Optional.empty();
        }
        try {
            String wanted = sha.isEmpty() ? newest(builds.get()) : sha;
            return wanted.isEmpty() ? Optional.empty() : cached(builds.get(), wanted);
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("there is no binary, so it runs without one");
            return Optional.empty();
        }
    }

    private static String newest(Site builds) throws IOException, InterruptedException {
        Site.Answer current = builds.get("/baml/current");
        String sha = current.isGood() ? current.json().path("sha").asString("") : "";
        if (!RunRequest.isSafe(sha)) {
            LOG.atWarn().log("no build is ready, so it runs without a binary: {}", current);
            return "";
        }
        return sha;
    }

    private Optional<Binary> cached(Site builds, String sha) throws IOException, InterruptedException {
        Path home = cache.resolve(sha);
        synchronized (locks.computeIfAbsent(sha, none -> new Object())) {
            if (!Files.exists(home)) {
                download(builds, sha, home);
            }
        }
        return Optional.of(new Binary(home.resolve(NAME), Files.readString(home.resolve("version"))));
    }

    /** It appears whole or not at all. */
    private void download(Site builds, String sha, Path home) throws IOException, InterruptedException {
        try (Staging coming = Staging.in(cache, ".coming-" + sha)) {
            Path file = coming.dir().resolve(NAME);
            HttpResponse<Path> got = builds.download("/baml/binary/" + sha, file);
            if (got.statusCode() != 200) {
                throw new IOException("the binary of " + sha + " was answered with " + got.statusCode());
            }
            coming.write("version", got.headers().firstValue("X-Baml-Version").orElse(sha));
            if (!file.toFile().setExecutable(true)) {
                throw new IOException("the binary of " + sha + " could not be made executable");
            }
            Files.move(coming.dir(), home, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
