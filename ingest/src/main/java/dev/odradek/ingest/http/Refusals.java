package dev.odradek.ingest.http;

import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import java.util.Locale;

/** The one table of what a refusal of the core is over HTTP. */
public final class Refusals {
    private Refusals() {}

    public static Problem of(Refusal refusal) {
        return switch (refusal) {
            case DUPLICATE, CONFLICT, OLD_VERSION -> Problem.CONFLICT;
            case UNKNOWN_ITEM, UNKNOWN_SCHEDULE -> Problem.NOT_FOUND;
            case UNKNOWN_MACHINE -> Problem.UNKNOWN_MACHINE;
            case UNKNOWN_AXIS, WRONG_PARTITION, BAD_REQUEST -> Problem.BAD_REQUEST;
            case ILLEGAL_EDGE -> Problem.ILLEGAL_EDGE;
            case STALE_TOKEN, ALREADY_CLAIMED, NOT_CLAIMABLE, WITHHELD -> Problem.STALE_CLAIM;
            case HELD -> Problem.HELD;
            case ENDED -> Problem.ENDED;
            case BAD_DEFINITION -> Problem.BAD_DEFINITION;
            case TOO_LARGE -> Problem.TOO_LARGE;
            case TOO_MANY_PARKED -> Problem.OVERLOADED;
            case OLD_LEVEL -> Problem.STARTING;
            case INTERNAL -> Problem.INTERNAL;
        };
    }

    public static ProblemException problem(Denied denied) {
        ProblemException problem = of(denied.reason()).because(sentence(denied));
        return denied.holder() == null ? problem : problem.with("holder", denied.holder());
    }

    private static String sentence(Denied denied) {
        String what = denied.message().isBlank() ? name(denied.reason()) : strip(denied.message());
        return denied.command() + " of " + denied.entityId() + " was refused: " + what + "; " + remedy(denied) + ".";
    }

    private static String remedy(Denied denied) {
        return switch (denied.reason()) {
            case DUPLICATE -> "it has been applied before, so that there is nothing to do";
            case CONFLICT -> "choose another Idempotency-Key, or send the same content";
            case UNKNOWN_ITEM -> "GET /v1/items lists those there are";
            case UNKNOWN_SCHEDULE -> "GET /v1/schedules lists those there are";
            case UNKNOWN_MACHINE -> "put its definition first, with PUT /v1/machines/{name}";
            case UNKNOWN_AXIS -> "name one of its axes, which GET /v1/items/{id} shows";
            case ILLEGAL_EDGE -> "GET /v1/items/{id} shows where it stands and GET /v1/machines which edges there are";
            case STALE_TOKEN, ALREADY_CLAIMED, NOT_CLAIMABLE, WITHHELD ->
                "drop the work, for its result does not count any more";
            case HELD -> "wait for the worker, or cancel the item first";
            case ENDED -> "post a new item, or requeue a failed one";
            case TOO_LARGE -> "store large data elsewhere, as with PUT /v1/artifacts, and post a reference";
            case BAD_DEFINITION -> "mend the definition and put it again";
            case TOO_MANY_PARKED -> "put the version it waits for, or post again later";
            case WRONG_PARTITION -> "name the partition_key it was posted with";
            case OLD_LEVEL -> "raise the level with odradek raise-level once every state-store is of the new version";
            case OLD_VERSION -> "a later version is there already";
            case BAD_REQUEST -> "/v1/openapi.json says what is expected";
            case INTERNAL -> "the command lies in the dead letters; report it";
        };
    }

    private static String name(Refusal refusal) {
        return refusal.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String strip(String message) {
        String text = message.strip();
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
