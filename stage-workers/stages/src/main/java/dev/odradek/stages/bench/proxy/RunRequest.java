package dev.odradek.stages.bench.proxy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A run of the agent as it is asked for.
 *
 * @param sha of the binary to run with; empty: the newest that is ready
 */
record RunRequest(String runId, String model, String prompt, String sha, Duration timeout) {
    /** Ids become names of directories. */
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]+");

    /** Why it is not done, with a status. */
    record Refused(int status, String why) {}

    static RunRequest of(JsonNode body, Duration longest) {
        long millis = body.path("timeout_ms").asLong(longest.toMillis());
        return new RunRequest(
                body.path("run_id").asString(""),
                body.path("model").asString(""),
                body.path("prompt").asString(""),
                body.path("sha").asString(""),
                Duration.ofMillis(Math.min(Math.max(millis, 1), longest.toMillis())));
    }

    Optional<Refused> refused(Set<String> models) {
        if (!isSafe(runId) || !(sha.isEmpty() || isSafe(sha))) {
            return Optional.of(new Refused(
                    400, "run_id and sha must be letters, digits, dots, dashes and underscores, not " + "dots alone"));
        }
        if (prompt.isBlank()) {
            return Optional.of(new Refused(400, "prompt must say something, but is blank or missing"));
        }
        if (!models.contains(model)) {
            return Optional.of(new Refused(403, "model must be one of " + sorted(models) + ", was " + model));
        }
        return Optional.empty();
    }

    /** Whether it can be the name of a file in a directory, and nothing else. */
    static boolean isSafe(String id) {
        return SAFE.matcher(id).matches() && !id.equals(".") && !id.equals("..");
    }

    private static String sorted(Set<String> models) {
        return String.join(", ", models.stream().sorted().toList());
    }
}
