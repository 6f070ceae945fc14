package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Lane;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one tenant's queue has on offer, oldest first; what came back goes before, but while both lanes wait every
 * fourth is fresh.
 *
 * <p>A reserved offer is still on the board: somebody asks for it, and it leaves when the log has answered. Each axis
 * has a share of its own, so that the offers of one leave room for those of another.
 */
final class OfferBoard {
    private static final int AGAIN_IN_A_ROW = 3;

    /** How much of one axis fits on a board. */
    record Bounds(int offers, long bytes) {}

    /** An offer's place in its lane: by age, and by arrival where the broker's clock tells no difference. */
    private record Rank(long since, long arrival) implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER =
                Comparator.comparingLong(Rank::since).thenComparingLong(Rank::arrival);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    private record Entry(Offer offer, Rank rank) {}

    /** What one axis takes of the board. */
    private record Share(int offers, long bytes) {
        private static final Share NOTHING = new Share(0, 0);
    }

    private final Bounds bounds;
    private final Map<AxisKey, Entry> byAxis = new HashMap<>();
    private final Map<Lane, TreeMap<Rank, Offer>> free = new EnumMap<>(Lane.class);
    private final Map<String, Share> shares = new HashMap<>();
    private long arrivals;
    private int againInARow;

    OfferBoard(Bounds bounds) {
        this.bounds = bounds;
        for (Lane lane : Lane.values()) {
            free.put(lane, new TreeMap<>());
        }
    }

    /** Puts an offer up; what is over by that: the one before it for the same axis, or itself if it is the older. */
    Optional<Offer> put(Offer offer) {
        Entry known = byAxis.get(offer.key());
        if (known == null) {
            add(offer, new Rank(offer.since(), arrivals++));
            return Optional.empty();
        }
        if (offer.cause().compareTo(known.offer().cause()) <= 0) {
            return Optional.of(offer);
        }
        boolean wasFree = lane(known.offer()).containsKey(known.rank());
        boolean again = known.offer().dispatch().epoch() == offer.dispatch().epoch()
                && known.offer().at().lane() == offer.at().lane();
        remove(known);
        // Made again under the same epoch, it keeps its place, and whoever is asking for it asks for this one too.
        Rank rank = again ? known.rank() : new Rank(offer.since(), arrivals++);
        add(offer, rank);
        if (again && !wasFree) {
            lane(offer).remove(rank);
        }
        return Optional.of(known.offer());
    }

    /** Takes the next one to ask for, of this axis if one is named. */
    Optional<Offer> reserve(@Nullable String axis) {
        Optional<Entry> again = first(Lane.AGAIN, axis);
        Optional<Entry> normal = first(Lane.NORMAL, axis);
        boolean freshIsDue = againInARow >= AGAIN_IN_A_ROW && normal.isPresent();
        if (again.isPresent() && !freshIsDue) {
            againInARow = normal.isEmpty() ? 0 : againInARow + 1;
            return take(again);
        }
        againInARow = 0;
        return take(normal);
    }

    private Optional<Offer> take(Optional<Entry> found) {
        found.ifPresent(entry -> lane(entry.offer()).remove(entry.rank()));
        return found.map(Entry::offer);
    }

    private Optional<Entry> first(Lane lane, @Nullable String axis) {
        return lane(lane).entrySet().stream()
                .filter(each ->
                        axis == null || each.getValue().dispatch().axis().equals(axis))
                .findFirst()
                // A copy: an entry of a tree may hold another's content once something is removed.
                .map(each -> new Entry(each.getValue(), each.getKey()));
    }

    /** Gives a reserved offer its place again, unless it is over; whether it is free now. */
    boolean putBack(Offer offer) {
        Entry known = byAxis.get(offer.key());
        if (known == null
                || known.offer().dispatch().epoch() != offer.dispatch().epoch()) {
            return false;
        }
        lane(known.offer()).put(known.rank(), known.offer());
        return true;
    }

    /** Takes a reserved offer down; what is down by that. */
    Optional<Offer> strike(Offer offer) {
        Entry known = byAxis.get(offer.key());
        if (known == null
                || known.offer().dispatch().epoch() != offer.dispatch().epoch()) {
            return Optional.empty();
        }
        remove(known);
        return Optional.of(known.offer());
    }

    /** Takes down what is over by a fact. */
    Optional<Offer> settle(AxisFact fact) {
        Entry known = byAxis.get(fact.key());
        if (known == null || !fact.ends(known.offer())) {
            return Optional.empty();
        }
        remove(known);
        return Optional.of(known.offer());
    }

    boolean isFull(String axis) {
        Share share = shares.getOrDefault(axis, Share.NOTHING);
        return share.offers() >= bounds.offers() || share.bytes() >= bounds.bytes();
    }

    /** Whether any axis has as much as fits. */
    boolean isFull() {
        return shares.keySet().stream().anyMatch(this::isFull);
    }

    /** Whether so much of an axis has gone that it is worth reading on. */
    boolean hasRoom(String axis) {
        Share share = shares.getOrDefault(axis, Share.NOTHING);
        return share.offers() <= bounds.offers() / 2 && share.bytes() <= bounds.bytes() / 2;
    }

    /** How many there are, those that somebody asks for included. */
    int size() {
        return byAxis.size();
    }

    boolean hasFree() {
        return free.values().stream().anyMatch(lane -> !lane.isEmpty());
    }

    boolean holds(AxisKey key) {
        return byAxis.containsKey(key);
    }

    private void add(Offer offer, Rank rank) {
        byAxis.put(offer.key(), new Entry(offer, rank));
        lane(offer).put(rank, offer);
        share(offer.key().axis(), 1, offer.bytes());
    }

    private void remove(Entry entry) {
        byAxis.remove(entry.offer().key());
        lane(entry.offer()).remove(entry.rank());
        share(entry.offer().key().axis(), -1, -entry.offer().bytes());
    }

    private void share(String axis, int offers, long bytes) {
        Share before = shares.getOrDefault(axis, Share.NOTHING);
        Share after = new Share(before.offers() + offers, before.bytes() + bytes);
        if (after.offers() == 0) {
            shares.remove(axis);
        } else {
            shares.put(axis, after);
        }
    }

    private NavigableMap<Rank, Offer> lane(Offer offer) {
        return lane(offer.at().lane());
    }

    private NavigableMap<Rank, Offer> lane(Lane lane) {
        NavigableMap<Rank, Offer> offers = free.get(lane);
        if (offers == null) {
            throw new IllegalStateException("no lane " + lane);
        }
        return offers;
    }
}
