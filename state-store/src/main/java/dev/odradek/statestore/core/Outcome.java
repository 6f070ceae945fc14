package dev.odradek.statestore.core;

import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import org.jspecify.annotations.Nullable;

/** What became of a command, before it is told to anyone. */
public sealed interface Outcome {

    /** It happened; {@code version} where the core assigned one. */
    record Applied(int version) implements Outcome {}

    /** It happened, and the asker is waiting for just this answer. */
    record Answered(Answer answer) implements Outcome {}

    /** It had happened before: nothing changes, and the asker hears the same answer again. */
    record Repeated(Answer answer) implements Outcome {}

    /** It waits for something; the asker hears when that has come. */
    record Later() implements Outcome {}

    /** It changed nothing that it was meant to change. */
    record Refused(Refusal reason, String message, @Nullable String holder) implements Outcome {}

    static Outcome applied() {
        return new Applied(0);
    }

    static Outcome refused(Refusal reason, String message) {
        return new Refused(reason, message, null);
    }
}
