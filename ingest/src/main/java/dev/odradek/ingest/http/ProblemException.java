package dev.odradek.ingest.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** Ends a request with a problem document. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Problem problem;
    private final transient Map<String, Object> extras;

    ProblemException(Problem problem, String detail) {
        this(problem, detail, Map.of());
    }

    private ProblemException(Problem problem, String detail, Map<String, Object> extras) {
        // It is an answer, not a fault of ours: nobody looks at its stack.
        super(detail, null, false, false);
        this.problem = problem;
        this.extras = extras;
    }

    /** The same with one more member in its document. */
    public ProblemException with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(extras);
        more.put(name, value);
        return new ProblemException(problem, detail(), more);
    }

    public Problem problem() {
        return problem;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    /** The document, in the order in which it is written. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "urn:odradek:problem:" + problem.code());
        document.put("title", problem.title());
        document.put("status", problem.status());
        document.put("detail", detail());
        document.put("code", problem.code());
        document.putAll(extras);
        return document;
    }
}
