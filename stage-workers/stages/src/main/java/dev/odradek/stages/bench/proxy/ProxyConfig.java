package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.web.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a proxy is told.
 *
 * @param model where the model is, with its key; absent, every run is answered without one
 * @param models the names that may be asked for
 * @param builds where builds are told of and handed out; absent, everything runs without a binary
 * @param dir for the cache of binaries and what runs leave behind while they run
 * @param longest what a run may take at most
 */
public record ProxyConfig(
        int port, Optional<Site> model, Set<String> models, Optional<Site> builds, Path dir, Duration longest) {

    public static final Set<String> MODELS = Set.of("claude-sonnet-4-5", "claude-haiku-4-5");
    public static final Duration LONGEST = Duration.ofMinutes(60);

    public ProxyConfig {
        models = Set.copyOf(models);
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("the longest run must take longer than nothing, was " + longest);
        }
    }

    /** The model at this address as the key's owner; absent if either is blank. */
    public static Optional<Site> model(String url, String key) {
        return url.isBlank() || key.isBlank()
                ? Optional.empty()
                : Optional.of(Site.at(url).with("x-api-key", key).with("anthropic-version", "2023-06-01"));
    }
}
