package dev.odradek.ingest.claim;

import dev.odradek.topics.event.DispatchRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One ingest instance: the real board over what it has read so far, and workers who wait at it. */
final class SimInstance {
    private static final OfferBoard.Bounds BOUNDS = new OfferBoard.Bounds(6, 1 << 20);

    private final SimLog log;
    private final Random random;
    /** Shared by all instances: how far somebody has noted that all is settled. */
    private final Map<LanePartition, Long> committed;

    private final Map<LanePartition, Integer> positions = new HashMap<>();
    private final List<Wish> waiting = new ArrayList<>();
    private final Set<String> asked = new HashSet<>();
    /** What those who ask want, should they have to wait again. */
    private final Map<AxisKey, Wish> asking = new HashMap<>();

    private QueueOffers offers;
    private int factsRead;
    private int life;

    SimInstance(SimLog log, Random random, Map<LanePartition, Long> committed) {
        this.log = log;
        this.random = random;
        this.committed = committed;
        this.offers = begin();
    }

    private QueueOffers begin() {
        QueueOffers fresh = new QueueOffers(BOUNDS, new AxisFacts(5));
        factsRead = log.facts().size();
        for (LanePartition lane : SimLog.LANES) {
            long start = committed.getOrDefault(lane, 0L);
            fresh.open(lane, start);
            positions.put(lane, (int) start);
        }
        return fresh;
    }

    /** It loses all it knew, and those who waited at it go elsewhere. */
    void crash() {
        life++;
        waiting.clear();
        asked.clear();
        asking.clear();
        offers = begin();
    }

    QueueOffers offers() {
        return offers;
    }

    List<Wish> waiting() {
        return waiting;
    }

    void arrive(Wish wish) {
        waiting.add(wish);
    }

    void readLanes(int most) {
        for (LanePartition lane : SimLog.LANES) {
            LaneReading.Step step = offers.next(lane, new HashSet<>(waiting));
            if (step == LaneReading.Step.SEEK) {
                positions.put(lane, (int) offers.position(lane));
            }
            if (step != LaneReading.Step.REST) {
                read(lane, most);
            }
        }
    }

    private void read(LanePartition lane, int most) {
        List<DispatchRecord> records = log.lane(lane);
        int at = positions.get(lane);
        int end = Math.min(records.size(), at + most);
        for (; at < end; at++) {
            offers.read(lane, at, at, 10, records.get(at));
        }
        positions.put(lane, at);
        offers.reached(lane, at, at == records.size());
    }

    void readFacts(int most) {
        int end = Math.min(log.facts().size(), factsRead + most);
        for (; factsRead < end; factsRead++) {
            offers.facts().hear(log.facts().get(factsRead));
            offers.hear(log.facts().get(factsRead));
        }
    }

    /** The first of a tenant's workers asks for what is free. */
    boolean claim() {
        for (Wish wish : List.copyOf(waiting)) {
            Optional<Offer> offer = offers.reserve(wish.tenant(), wish.axis());
            if (offer.isPresent()) {
                waiting.remove(wish);
                asking.put(offer.get().key(), wish);
                ask(offer.get());
                return true;
            }
        }
        return false;
    }

    private void ask(Offer offer) {
        long epoch = offer.dispatch().epoch();
        // What is over may come up again once the fact that ended it is forgotten: the log refuses it.
        if (!asked.add(offer.key() + "/" + epoch) && log.isOffered(offer.key(), epoch)) {
            throw new AssertionError(offer.key() + " is asked for twice at a time");
        }
        int mine = life;
        String claimId = "claim-" + random.nextLong();
        log.send(new SimLog.Claim(offer.key(), offer.dispatch().epoch(), claimId, granted -> {
            if (life == mine) {
                hear(offer, granted);
            }
        }));
    }

    private void hear(Offer offer, boolean granted) {
        asked.remove(offer.key() + "/" + offer.dispatch().epoch());
        if (!granted && random.nextInt(10) == 0) {
            // The answer is lost: nobody knows, so that the next one may ask.
            offers.putBack(offer);
        } else {
            offers.strike(offer);
        }
        if (!granted) {
            waiting.add(asking.get(offer.key()));
        }
    }

    void commit() {
        SimLog.LANES.forEach(lane -> committed.put(lane, offers.watermark(lane)));
    }
}
