package dev.odradek.ingest.trigger;

import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Which triggers there are.
 *
 * @param dir the definitions; absent: none
 * @param secrets a file for each secret that is no environment variable
 * @param patience how long a sender is let wait before it hears 503 and sends again
 */
record TriggerConfig(Optional<Path> dir, Optional<Path> secrets, Duration patience) {
    private static final String ROOT = "odradek.ingest.";
    /** Slack, the least patient, gives three seconds. */
    private static final Duration DEFAULT_PATIENCE = Duration.ofMillis(2_500);

    static TriggerConfig from(Settings settings) {
        return new TriggerConfig(
                path(settings, "triggers"),
                path(settings, "secrets"),
                settings.duration(ROOT + "trigger-patience", DEFAULT_PATIENCE));
    }

    private static Optional<Path> path(Settings settings, String key) {
        return Optional.of(settings.text(ROOT + key, ""))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }
}
