package dev.odradek.client;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The service refused, or could not be reached (status 0); it carries the whole problem document. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final Set<String> LOST = Set.of("stale_claim", "not_found", "held", "ended", "conflict");
    /** Final as well; whatever else answers, such as a proxy or a service not started yet, knows nothing of it. */
    private static final Set<String> REFUSED = Set.of(
            "bad_request",
            "unauthorized",
            "forbidden",
            "not_acceptable",
            "illegal_edge",
            "too_large",
            "unsupported_media_type",
            "unknown_machine",
            "bad_definition",
            "wrong_digest");

    private final int status;
    private final transient JsonNode problem;
    private final @Nullable Duration retryAfter;

    ApiException(int status, JsonNode problem, @Nullable Duration retryAfter) {
        super(sentence(status, problem));
        this.status = status;
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    /** Nobody knows whether the request was carried out. */
    static ApiException unreachable(String detail, Throwable cause) {
        JsonNode problem =
                JsonNodeFactory.instance.objectNode().put("code", "unreachable").put("detail", detail);
        ApiException exception = new ApiException(0, problem, null);
        exception.initCause(cause);
        return exception;
    }

    /** The HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    /** The stable code of the problem, such as {@code stale_claim}. */
    public String code() {
        return code(status, problem);
    }

    /** The problem document; empty if the answer had none. */
    public JsonNode problem() {
        return problem;
    }

    /** How long to wait before another try, if the service said so. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** Whether the same request may succeed later: unless the service itself has refused it for good. */
    public boolean isTransient() {
        return !isLoss() && !REFUSED.contains(code());
    }

    /** Whether it says that a claim is not held any more; an illegal edge is about the result instead. */
    public boolean isLoss() {
        return LOST.contains(code());
    }

    private static String code(int status, JsonNode problem) {
        return problem.path("code").asString("http_" + status);
    }

    private static String sentence(int status, JsonNode problem) {
        String detail = problem.path("detail").asString(problem.path("title").asString(""));
        return code(status, problem) + (detail.isEmpty() ? "" : ": " + detail);
    }
}
