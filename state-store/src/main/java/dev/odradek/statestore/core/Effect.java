package dev.odradek.statestore.core;

import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Timer;

/** What the shell must do for a decision, as data. */
public sealed interface Effect {

    String tenant();

    <R> R match(Cases<R> cases);

    /** Put work on a lane of its queue. */
    record Offer(String tenant, Lane lane, Dispatch dispatch) implements Effect {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.offer(this);
        }
    }

    /** Tell an asker what became of a command. */
    record Reply(String tenant, int slot, String askerId, String commandId, Answer answer) implements Effect {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.reply(this);
        }
    }

    /** Overwrite a timer slot. */
    record SetTimer(String tenant, String slot, Timer timer) implements Effect {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.setTimer(this);
        }
    }

    /** Empty a timer slot. */
    record ClearTimer(String tenant, String slot) implements Effect {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.clearTimer(this);
        }
    }

    /** One method per effect. */
    interface Cases<R> {
        R offer(Offer e);

        R reply(Reply e);

        R setTimer(SetTimer e);

        R clearTimer(ClearTimer e);
    }
}
