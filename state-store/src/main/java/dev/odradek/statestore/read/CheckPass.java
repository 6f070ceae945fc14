package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Alarm;
import dev.odradek.statestore.audit.Backing;
import dev.odradek.statestore.audit.Finding;
import dev.odradek.statestore.audit.Standing;
import dev.odradek.statestore.audit.Suspects;
import dev.odradek.statestore.audit.Suspects.Suspect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks once at every axis of this instance that has not ended, some at a time, and finds what stands behind it.
 *
 * <p>For one thread; whoever steps it decides how fast.
 */
public final class CheckPass implements AutoCloseable {
    private static final int LISTED = 100;
    private static final int REMEMBERED = 10_000;

    private final Standings standings;
    private final Alarms alarms;
    private final Deque<Integer> partitions;
    private final Suspects suspects = new Suspects();
    /** Partitions whose timers nobody told of: asking again for each page would only take time. */
    private final Set<Integer> deaf = new HashSet<>();
    /** Queues of which something was seen in flight or on offer, by partition. */
    private final Set<String> moving = new HashSet<>();

    private final List<Finding> listed = new ArrayList<>();
    /** Where something was found: an item may come by twice. */
    private final Set<String> slots = new HashSet<>();
    /** The partition it is in; null: it has not begun with one. */
    private Standings.@Nullable Walk here;

    private long checked;
    private long notChecked;
    private long found;

    CheckPass(Standings standings, Alarms alarms) {
        this.standings = standings;
        this.alarms = alarms;
        this.partitions = new ArrayDeque<>(standings.partitions());
    }

    public boolean isDone() {
        return partitions.isEmpty() && suspects.isEmpty();
    }

    /** How long the next step must wait, in milliseconds. */
    public long left(long now) {
        return partitions.isEmpty() ? suspects.left(now) : 0;
    }

    /** Looks at so many rows at most, or, when all have been seen, once more at some that looked amiss. */
    public void step(long now, int most) {
        Integer partition = partitions.peek();
        if (partition == null) {
            lookAgain(suspects.take(now, most));
            return;
        }
        Standings.Walk walk = here == null ? standings.walk(partition) : here;
        here = walk;
        Optional<List<Standing>> some = walk.next(most);
        if (some.isEmpty()) {
            close();
            partitions.remove();
            return;
        }
        look(partition, some.get(), now);
    }

    private void look(int partition, List<Standing> axes, long now) {
        for (Standing each : axes) {
            each.moves().ifPresent(queue -> moving.add(line(partition, each, queue)));
        }
        Optional<Map<String, Alarm>> timers = timers(partition, axes);
        for (Standing each : axes) {
            first(partition, each, timers, now);
        }
    }

    /** Whoever gives it up before it is done leaves nothing open. */
    @Override
    public void close() {
        if (here != null) {
            here.close();
            here = null;
        }
    }

    public Checked result() {
        return new Checked(checked, notChecked, listed, found - listed.size());
    }

    private void first(int partition, Standing each, Optional<Map<String, Alarm>> timers, long now) {
        if (each.isTimed() && timers.isEmpty()) {
            notChecked++;
            return;
        }
        boolean sound = amiss(partition, each, timers).isEmpty();
        if (sound || suspects.add(partition, each, now)) {
            checked++;
        } else {
            notChecked++;
        }
    }

    private void lookAgain(List<Suspect> some) {
        if (some.isEmpty()) {
            return;
        }
        int partition = some.get(0).partition();
        Map<String, Standing> before = new HashMap<>();
        some.forEach(suspect -> before.put(suspect.standing().slot(), suspect.standing()));
        List<Standing> now =
                standings.again(partition, some.stream().map(Suspect::standing).toList());
        Optional<Map<String, Alarm>> timers = timers(partition, now);
        for (Standing each : now) {
            Standing earlier = before.get(each.slot());
            if (earlier == null) {
                continue;
            }
            if (each.isTimed() && timers.isEmpty()) {
                checked--;
                notChecked++;
                continue;
            }
            String slot = partition + "/" + each.slot();
            Suspects.confirmed(earlier, each, amiss(partition, each, timers)).ifPresent(finding -> add(slot, finding));
        }
    }

    private void add(String slot, Finding finding) {
        if (slots.size() < REMEMBERED && !slots.add(slot)) {
            return;
        }
        found++;
        if (listed.size() < LISTED) {
            listed.add(finding);
        }
    }

    private Optional<Finding> amiss(int partition, Standing each, Optional<Map<String, Alarm>> timers) {
        boolean moves = each.waitsFor()
                .filter(queue -> moving.contains(line(partition, each, queue)))
                .isPresent();
        return Backing.missing(
                moves ? each.withMovingLine() : each,
                timers.map(known -> known.get(each.slot())).orElse(null));
    }

    /** What lies in the slots of these axes; nothing is known of a partition that is watched elsewhere. */
    private Optional<Map<String, Alarm>> timers(int partition, List<Standing> axes) {
        List<String> slots =
                axes.stream().filter(Standing::isTimed).map(Standing::slot).toList();
        if (slots.isEmpty()) {
            return Optional.of(Map.of());
        }
        if (deaf.contains(partition)) {
            return Optional.empty();
        }
        try {
            return Optional.of(alarms.in(partition, slots).join());
        } catch (CompletionException unanswered) {
            deaf.add(partition);
            return Optional.empty();
        }
    }

    private static String line(int partition, Standing each, String queue) {
        return partition + "/" + each.tenant() + "/" + queue;
    }
}
