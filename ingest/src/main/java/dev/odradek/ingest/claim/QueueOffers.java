package dev.odradek.ingest.claim;

import dev.odradek.topics.event.DispatchRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that one queue has on offer as far as this instance has read, tenant by tenant.
 *
 * <p>Whatever is offered and unclaimed is on a board here or still unread; nothing is forgotten before it is settled.
 */
final class QueueOffers {
    private final OfferBoard.Bounds bounds;
    private final AxisFacts facts;
    private final Map<String, OfferBoard> boards = new TreeMap<>();
    private final Map<LanePartition, LaneReading> lanes = new HashMap<>();

    QueueOffers(OfferBoard.Bounds bounds, AxisFacts facts) {
        this.bounds = bounds;
        this.facts = facts;
    }

    AxisFacts facts() {
        return facts;
    }

    /** Begins to read a partition at {@code start}. */
    void open(LanePartition at, long start) {
        lanes.put(at, new LaneReading(start));
    }

    /** A dispatch was read; true if it is on the board now, and was not before. */
    boolean read(LanePartition at, long offset, long since, int bytes, DispatchRecord record) {
        Offer offer = new Offer(at, offset, since, bytes, record);
        if (!lane(at).takes(offset, record.cause(), offer.line(), this::isFull)) {
            return false;
        }
        if (facts.isOver(offer)) {
            lane(at).settled(offset);
            return false;
        }
        Optional<Offer> over = board(record.tenant()).put(offer);
        over.ifPresent(this::settled);
        return over.isEmpty();
    }

    /** Something was read that is no dispatch. */
    void passed(LanePartition at, long offset) {
        lane(at).passed(offset);
    }

    void reached(LanePartition at, long position, boolean end) {
        lane(at).reached(position, end);
    }

    /**
     * What the reader is to do with a partition.
     *
     * @param asking what somebody wants: reading goes past a full line only for one who gets nothing of it
     */
    LaneReading.Step next(LanePartition at, Set<Wish> asking) {
        boolean someoneIsFull = boards.values().stream().anyMatch(OfferBoard::isFull);
        boolean someoneIsShort = asking.stream().anyMatch(this::isShort);
        return lane(at).next(this::hasRoom, !someoneIsFull || someoneIsShort);
    }

    private boolean isShort(Wish wish) {
        OfferBoard board = board(wish.tenant());
        return wish.axis() == null ? !board.isFull() : !board.isFull(wish.axis());
    }

    private boolean isFull(Line line) {
        return board(line.tenant()).isFull(line.axis());
    }

    long position(LanePartition at) {
        return lane(at).position();
    }

    Optional<Offer> reserve(String tenant, @Nullable String axis) {
        return board(tenant).reserve(axis);
    }

    /** Whether it is free for the next one who asks. */
    boolean putBack(Offer offer) {
        return board(offer.key().tenant()).putBack(offer);
    }

    /** The log has answered: whoever it belongs to, it is not on offer any more. */
    void strike(Offer offer) {
        board(offer.key().tenant()).strike(offer).ifPresent(this::settled);
    }

    /** Whether the fact has taken an offer down. */
    boolean hear(AxisFact fact) {
        OfferBoard board = boards.get(fact.key().tenant());
        Optional<Offer> over = board == null ? Optional.empty() : board.settle(fact);
        over.ifPresent(this::settled);
        return over.isPresent();
    }

    private void settled(Offer offer) {
        LaneReading lane = lanes.get(offer.at());
        if (lane != null) {
            lane.settled(offer.offset());
        }
    }

    int count(String tenant) {
        OfferBoard board = boards.get(tenant);
        return board == null ? 0 : board.size();
    }

    /** Whether so much of a line has gone that it is worth reading on. */
    boolean hasRoom(Line line) {
        return board(line.tenant()).hasRoom(line.axis());
    }

    boolean hasFree(String tenant) {
        OfferBoard board = boards.get(tenant);
        return board != null && board.hasFree();
    }

    boolean holds(AxisKey key) {
        OfferBoard board = boards.get(key.tenant());
        return board != null && board.holds(key);
    }

    /** Whether everything that is on offer of what is wished for is on a board. */
    boolean isComplete(Wish wish) {
        return lanes.values().stream().allMatch(lane -> lane.isComplete(wish));
    }

    /** Whether a dispatch there is still to be read for its line. */
    boolean isUnread(LanePartition at, Line line, long offset) {
        return lane(at).isUnread(line, offset);
    }

    long watermark(LanePartition at) {
        return lane(at).watermark();
    }

    Set<LanePartition> lanes() {
        return Set.copyOf(lanes.keySet());
    }

    private OfferBoard board(String tenant) {
        return boards.computeIfAbsent(tenant, none -> new OfferBoard(bounds));
    }

    private LaneReading lane(LanePartition at) {
        LaneReading lane = lanes.get(at);
        if (lane == null) {
            throw new IllegalStateException("no such lane is read: " + at);
        }
        return lane;
    }
}
