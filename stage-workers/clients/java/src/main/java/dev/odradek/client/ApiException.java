package dev.odradek.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The service refused, or could not be reached (status 0); it carries the whole problem document. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1;

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

    /** Whether the same request may succeed later. */
    public boolean isTransient() {
        return status == 0 || status == 408 || status == 425 || status == 429 || status >= 500;
    }

    /** Whether it says that a claim is not held any more; an illegal edge is about the result instead. */
    public boolean isLoss() {
        return status == 404 || (status == 409 && !code().equals("illegal_edge"));
    }

    private static String code(int status, JsonNode problem) {
        return problem.path("code").asString("http_" + status);
    }

    private static String sentence(int status, JsonNode problem) {
        String detail = problem.path("detail").asString(problem.path("title").asString(""));
        return code(status, problem) + (detail.isEmpty() ? "" : ": " + detail);
    }
}
