package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.UnsupportedLevelException;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.route.CloudEvents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from a record of the log, whatever it holds; in production and in a rehearsal alike. */
public final class Judge {
    private final Core core;
    private final TopicPlan plan;
    private final CloudEvents describing;

    public Judge(Core core, TopicPlan plan) {
        this.core = core;
        this.plan = plan;
        this.describing = CloudEvents.ofTopic(plan.events());
    }

    /**
     * What is to be stored and sent for one command.
     *
     * @param deadLetter why the command itself is a dead letter, if it is
     * @param failure what went wrong while deciding it, if something did
     */
    record Verdict(
            Decision decision,
            List<RowChange> rows,
            List<Outgoing> outputs,
            @Nullable String deadLetter,
            @Nullable RuntimeException failure) {}

    /** The decision alone, for those who store and send nothing. */
    public Decision decide(View view, Reading reading) {
        return judge(view, reading).decision();
    }

    Verdict judge(View view, Reading reading) {
        Input input = reading.input();
        String unreadable = reading.unreadable();
        if (unreadable != null) {
            return verdict(input, core.deadLettered(view, input, unreadable), unreadable, null);
        }
        try {
            Verdict verdict = verdict(input, core.decide(view, input), null, null);
            String reason = tooLarge(verdict);
            return reason == null
                    ? verdict
                    : verdict(input, core.refuse(view, input, Refusal.TOO_LARGE, reason), null, null);
        } catch (UnsupportedLevelException e) {
            throw e;
        } catch (RuntimeException e) {
            String reason = "deciding it failed: " + e;
            return verdict(input, core.refuse(view, input, Refusal.INTERNAL, reason), reason, e);
        }
    }

    /** A payload is kept below the size of a command, so that every later record that carries it fits. */
    private @Nullable String tooLarge(Verdict verdict) {
        int payload = 0;
        for (RowChange row : verdict.rows()) {
            payload = Math.max(payload, row.payloadSize());
        }
        int output = 0;
        for (Outgoing out : verdict.outputs()) {
            output = Math.max(output, out.size());
        }
        int mostPayload = plan.maxBytes() - 1024;
        int mostOutput = 2 * plan.maxBytes() - 1024;
        if (payload <= mostPayload && output <= mostOutput) {
            return null;
        }
        String what = payload > mostPayload
                ? "the payload would have " + payload + " bytes, but at most " + mostPayload
                : "it would lead to a record of " + output + " bytes, but at most " + mostOutput;
        return what + " are allowed; store large data elsewhere and post a reference";
    }

    private Verdict verdict(
            Input at, Decision decision, @Nullable String deadLetter, @Nullable RuntimeException failure) {
        List<Outgoing> outputs = Outputs.of(plan, describing, at.partition(), at.offset(), decision);
        return new Verdict(decision, RowChange.of(decision), outputs, deadLetter, failure);
    }
}
