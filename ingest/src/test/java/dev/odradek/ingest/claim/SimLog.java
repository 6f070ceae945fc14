package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The log of one queue: commands in order, the few decisions that matter to claims, and what follows from them on lanes
 * and facts, some of it written twice, as by a transaction that was aborted and replayed.
 */
final class SimLog {
    static final List<LanePartition> LANES = List.of(
            new LanePartition(Lane.NORMAL, 0),
            new LanePartition(Lane.NORMAL, 1),
            new LanePartition(Lane.AGAIN, 0),
            new LanePartition(Lane.AGAIN, 1));

    /** A claim on its way to the log, and who hears the answer; a dead asker hears nothing. */
    record Claim(AxisKey key, long epoch, String claimId, Answer answer) {}

    /** Hears whether a claim was granted. */
    interface Answer {
        void granted(boolean granted);
    }

    /** An item as the core has it. */
    static final class Item {
        private final AxisKey key;
        private long epoch;
        private boolean offered;
        private String holder = "";
        private LanePartition lane = LANES.get(0);
        private long offset = -1;

        Item(AxisKey key) {
            this.key = key;
        }

        AxisKey key() {
            return key;
        }

        boolean isOffered() {
            return offered;
        }

        boolean isHeld() {
            return !holder.isEmpty();
        }

        LanePartition lane() {
            return lane;
        }

        @Override
        public String toString() {
            return key + " at " + lane + " " + offset;
        }

        /** Where its newest dispatch stands. */
        long offset() {
            return offset;
        }
    }

    private final Random random;
    private final Map<LanePartition, List<DispatchRecord>> lanes = new HashMap<>();
    private final List<AxisFact> facts = new ArrayList<>();
    private final Map<AxisKey, Item> items = new LinkedHashMap<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Set<String> grants = new HashSet<>();
    private long commands;
    private int names;

    SimLog(Random random) {
        this.random = random;
        LANES.forEach(lane -> lanes.put(lane, new ArrayList<>()));
    }

    List<DispatchRecord> lane(LanePartition lane) {
        return lanes.get(lane);
    }

    List<AxisFact> facts() {
        return facts;
    }

    Iterable<Item> items() {
        return items.values();
    }

    boolean isOffered(AxisKey key, long epoch) {
        Item item = items.get(key);
        return item.offered && item.epoch == epoch;
    }

    void create(Line line) {
        Item item = new Item(new AxisKey(line.tenant(), 0, "item" + names++, line.axis()));
        items.put(item.key(), item);
        offer(item, Lane.NORMAL);
    }

    void send(Claim claim) {
        claims.add(claim);
        if (random.nextInt(10) == 0) {
            claims.add(new Claim(claim.key(), claim.epoch(), claim.claimId(), granted -> {}));
        }
    }

    boolean hasClaims() {
        return !claims.isEmpty();
    }

    /** Decides a claim that has arrived; they may overtake one another on the way. */
    void decide() {
        Claim claim = claims.remove(random.nextInt(Math.min(3, claims.size())));
        Item item = items.get(claim.key());
        boolean granted;
        if (item.holder.equals(claim.claimId())) {
            granted = true;
        } else {
            granted = item.offered && item.epoch == claim.epoch();
            if (granted) {
                take(item, claim.claimId());
            } else {
                commands++;
            }
        }
        claim.answer().granted(granted);
    }

    private void take(Item item, String claimId) {
        if (!grants.add(item.key() + "/" + item.epoch)) {
            throw new AssertionError(item.key() + " was granted twice under epoch " + item.epoch);
        }
        item.offered = false;
        item.holder = claimId;
        tell(item);
        commands++;
    }

    /** Somebody who reads the lanes by other means takes one. */
    void takenElsewhere(Item item) {
        take(item, "native-" + commands);
    }

    /** Its holder is done with it, gives it back, or is gone. */
    void end(Item item, boolean again) {
        item.holder = "";
        if (again) {
            offer(item, Lane.AGAIN);
        } else {
            tell(item);
            commands++;
        }
    }

    /** Nobody has claimed it for long: it is dispatched again under the same epoch. */
    void redispatch(Item item) {
        tell(item);
        dispatch(item, item.lane.lane());
        commands++;
    }

    private void offer(Item item, Lane lane) {
        item.epoch++;
        item.offered = true;
        tell(item);
        dispatch(item, lane);
        commands++;
    }

    private void dispatch(Item item, Lane lane) {
        int partition = Math.floorMod(item.key().itemId().hashCode(), 2);
        item.lane = new LanePartition(lane, partition);
        List<DispatchRecord> records = lanes.get(item.lane);
        AxisKey key = item.key();
        records.add(Offers.dispatch(key.tenant(), key.itemId(), key.axis(), item.epoch, new Cause(0, commands, 1)));
        item.offset = records.size() - 1;
        repeat(records);
    }

    private void tell(Item item) {
        facts.add(new AxisFact(
                item.key(),
                new Cause(0, commands, 0),
                item.epoch,
                item.offered,
                item.isHeld() ? "w" : null,
                item.isHeld() ? item.holder : null));
        repeat(facts);
    }

    private <T> void repeat(List<T> records) {
        if (random.nextInt(12) == 0) {
            int from = Math.max(0, records.size() - 1 - random.nextInt(4));
            records.addAll(List.copyOf(records.subList(from, records.size())));
        }
    }
}
