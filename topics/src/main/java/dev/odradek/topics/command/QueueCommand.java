package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A wish about one queue; it is sent to every partition. */
public sealed interface QueueCommand extends Command {

    String queue();

    <R> R match(Cases<R> cases);

    /** Offers nothing more from the queue; what is held goes on. */
    record Pause(String queue, @Nullable String reason) implements QueueCommand {
        public Pause {
            requireNonNull(queue, "queue");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.pause(this);
        }
    }

    /** Offers again, first what waited longest. */
    record Resume(String queue) implements QueueCommand {
        public Resume {
            requireNonNull(queue, "queue");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.resume(this);
        }
    }

    /** One method per command. */
    interface Cases<R> {
        R pause(Pause c);

        R resume(Resume c);
    }
}
