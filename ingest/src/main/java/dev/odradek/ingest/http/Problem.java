package dev.odradek.ingest.http;

import java.util.Locale;

/** Every way a request can fail: its code is stable, and its title says what it stands for. */
public enum Problem {
    BAD_REQUEST(400, "The request cannot be understood"),
    UNAUTHORIZED(401, "No valid token"),
    BAD_SIGNATURE(401, "The signature does not fit the body"),
    FORBIDDEN(403, "The caller may not do this"),
    NOT_FOUND(404, "There is nothing here"),
    METHOD_NOT_ALLOWED(405, "The method is not served here"),
    CONFLICT(409, "The id stands for other content"),
    ILLEGAL_EDGE(409, "The machine has no such edge"),
    STALE_CLAIM(409, "The claim is no longer yours"),
    HELD(409, "A worker holds it"),
    ENDED(409, "It has ended"),
    REPLAYED(409, "The signed time is too far from now"),
    TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The media type is not read here"),
    UNKNOWN_MACHINE(422, "There is no such machine"),
    BAD_DEFINITION(422, "The definition has faults"),
    WRONG_DIGEST(422, "The bytes are not those that were declared"),
    OVERLOADED(429, "Too much work waits"),
    INTERNAL(500, "Something failed that must not"),
    BROKER_AWAY(503, "The broker does not answer"),
    STARTING(503, "Not ready yet"),
    NO_READ_MODEL(503, "The read cannot be answered now"),
    NO_SECRET(503, "The trigger's secret is not set"),
    STORE_AWAY(503, "Artifacts cannot be stored or read now"),
    NO_ANSWER(503, "Nothing has answered");

    private final int status;
    private final String title;

    Problem(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** The name in documents. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether trying the same again later makes sense. */
    public boolean isPassing() {
        return status == 429 || status == 503;
    }

    /** This problem, with what was expected, what was found and what to change. */
    public ProblemException because(String detail) {
        return new ProblemException(this, detail);
    }
}
