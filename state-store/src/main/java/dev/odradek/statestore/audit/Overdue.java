package dev.odradek.statestore.audit;

import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.event.Wakeup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which offers without a timer are to be repeated, and which should have been long ago; pure. */
public final class Overdue {
    /** A patrol that has not come by for so long is none; a dispatch lies on its topic for longer still. */
    private static final long PATIENCE = Duration.ofHours(12).toMillis();

    private Overdue() {}

    /** What repeats the offers of an item that have no timer and are due by {@code now}. */
    public static List<CommandRecord> of(String tenant, Item item, long now) {
        List<CommandRecord> found = new ArrayList<>();
        item.axes().forEach((axis, state) -> {
            if (isDue(state.wakeup(), now)) {
                long due = ((Wakeup.Dispatched) state.wakeup()).redispatchAt();
                String id = "redispatch/" + item.id() + "/" + axis + "/" + state.epoch() + "/" + due;
                Redispatch again = new Redispatch(item.id(), axis, state.epoch(), due);
                found.add(CommandRecord.of(tenant, id, item.partitionKey(), again));
            }
        });
        return found;
    }

    /** Whether an offer without a timer should have been repeated long ago by somebody who is there {@code since}. */
    public static boolean isOverlooked(Wakeup wakeup, long since, long now) {
        return since <= now - PATIENCE && isDue(wakeup, now - PATIENCE);
    }

    private static boolean isDue(Wakeup wakeup, long now) {
        return wakeup instanceof Wakeup.Dispatched offered && !offered.hasTimer() && offered.redispatchAt() <= now;
    }
}
