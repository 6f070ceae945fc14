package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** The one reason why an axis will move next. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Wakeup {

    <R> R match(Cases<R> cases);

    /** Whether a timer stands in the slot of the axis; otherwise it is empty. */
    default boolean hasTimer() {
        return false;
    }

    /**
     * It lies on a queue's work topic; if nobody claims it by {@code redispatchAt}, it is dispatched again.
     *
     * @param timerEpoch of which epoch its timer speaks, if set for an offer before this one; zero: it has none
     */
    record Dispatched(
            String queue,
            Lane lane,
            long redispatchAt,
            @Nullable Long timerEpoch) implements Wakeup {
        /** Before the first epoch of any offer: the patrol finds it once it is due. */
        private static final long NO_TIMER = 0;

        public Dispatched {
            requireNonNull(queue, "queue");
            requireNonNull(lane, "lane");
        }

        /** With a timer of its own. */
        public Dispatched(String queue, Lane lane, long redispatchAt) {
            this(queue, lane, redispatchAt, null);
        }

        /** Without a timer, for it is due so late that hardly any offer is still there then. */
        public static Dispatched untimed(String queue, Lane lane, long redispatchAt) {
            return new Dispatched(queue, lane, redispatchAt, NO_TIMER);
        }

        @Override
        public boolean hasTimer() {
            return timerEpoch == null || timerEpoch != NO_TIMER;
        }

        /** Of which epoch the timer behind an offer of {@code epoch} speaks. */
        public long timerOf(long epoch) {
            return timerEpoch == null || !hasTimer() ? epoch : timerEpoch;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.dispatched(this);
        }
    }

    /** A worker holds it; the worker's answer or the end of its lease moves it on. */
    record Leased() implements Wakeup {
        @Override
        public boolean hasTimer() {
            return true;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.leased(this);
        }
    }

    /** It failed and waits until {@code dueAt} before it is offered again. */
    record Backoff(String queue, long dueAt) implements Wakeup {
        public Backoff {
            requireNonNull(queue, "queue");
        }

        @Override
        public boolean hasTimer() {
            return true;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.backoff(this);
        }
    }

    /** Its creator asked that it not start before {@code dueAt}. */
    record Delay(String queue, long dueAt) implements Wakeup {
        public Delay {
            requireNonNull(queue, "queue");
        }

        @Override
        public boolean hasTimer() {
            return true;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.delay(this);
        }
    }

    /** It stands at place {@code seq} of those its queue may not offer yet: the queue is paused or at its limit. */
    record Withheld(String queue, Lane lane, long seq) implements Wakeup {
        public Withheld {
            requireNonNull(queue, "queue");
            requireNonNull(lane, "lane");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.withheld(this);
        }
    }

    /** No worker takes it from here: somebody outside moves it along one of its edges. */
    record Outside() implements Wakeup {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.outside(this);
        }
    }

    /** It has ended and will not move by itself. */
    record Ended() implements Wakeup {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.ended(this);
        }
    }

    /** One method per reason. */
    interface Cases<R> {
        R dispatched(Dispatched w);

        R leased(Leased w);

        R backoff(Backoff w);

        R delay(Delay w);

        R withheld(Withheld w);

        R outside(Outside w);

        R ended(Ended w);
    }
}
