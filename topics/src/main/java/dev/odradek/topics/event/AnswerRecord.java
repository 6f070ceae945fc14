package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/** An answer as it stands on its asker's slot. */
public record AnswerRecord(int schema, String tenant, Cause cause, String askerId, String commandId, Answer answer) {
    public static final int SCHEMA = 1;

    public AnswerRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(cause, "cause");
        requireNonNull(askerId, "asker_id");
        requireNonNull(commandId, "command_id");
        requireNonNull(answer, "answer");
    }
}
