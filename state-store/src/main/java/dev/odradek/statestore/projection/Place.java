package dev.odradek.statestore.projection;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import org.jspecify.annotations.Nullable;

/** Where an axis stands: what it waits for, and on which queue, if on any. */
public record Place(Phase phase, @Nullable String queue) {

    /** What an axis waits for. */
    public enum Phase {
        DISPATCHED,
        LEASED,
        WITHHELD,
        BACKOFF,
        DELAY,
        OUTSIDE,
        ENDED
    }

    public static Place of(AxisState axis) {
        Place waits = axis.wakeup().match(new Waits());
        return axis.lease() == null
                ? waits
                : new Place(waits.phase(), axis.lease().queue());
    }

    private static final class Waits implements Wakeup.Cases<Place> {
        @Override
        public Place dispatched(Wakeup.Dispatched w) {
            return new Place(Phase.DISPATCHED, w.queue());
        }

        @Override
        public Place leased(Wakeup.Leased w) {
            return new Place(Phase.LEASED, null);
        }

        @Override
        public Place backoff(Wakeup.Backoff w) {
            return new Place(Phase.BACKOFF, w.queue());
        }

        @Override
        public Place delay(Wakeup.Delay w) {
            return new Place(Phase.DELAY, w.queue());
        }

        @Override
        public Place withheld(Wakeup.Withheld w) {
            return new Place(Phase.WITHHELD, w.queue());
        }

        @Override
        public Place outside(Wakeup.Outside w) {
            return new Place(Phase.OUTSIDE, null);
        }

        @Override
        public Place ended(Wakeup.Ended w) {
            return new Place(Phase.ENDED, null);
        }
    }
}
