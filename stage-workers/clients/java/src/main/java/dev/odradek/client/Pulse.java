package dev.odradek.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says that the worker is there and what it holds, and renews leases; what fails is followed by the next. */
final class Pulse {
    private static final Logger LOG = System.getLogger(Pulse.class.getName());
    private static final Duration LONGEST_HEARTBEAT = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final OdradekClient client;
    private final Identity identity;
    private final Terms terms;
    private final Hands hands;
    private volatile Duration reach;
    private boolean failing;

    Pulse(OdradekClient client, Identity identity, Terms terms, Hands hands) {
        this.client = client;
        this.identity = identity;
        this.terms = terms;
        this.hands = hands;
        this.reach = terms.reach(null);
    }

    /** Takes the service's word for how long the worker may be silent, if it says so; how long it may go on by that. */
    Duration heed(@Nullable Duration silence) {
        if (silence != null) {
            reach = terms.reach(silence);
        }
        return reach;
    }

    /** How long after a beat the next is due. */
    Duration pause() {
        return shorter(terms.presence(), reach.dividedBy(3));
    }

    /** One beat for each incarnation that holds something, and for the present one. */
    void beat() {
        Map<String, List<Item>> byIncarnation = new LinkedHashMap<>();
        byIncarnation.put(identity.incarnation(), new ArrayList<>());
        for (Item item : hands.held()) {
            if (!item.cancelled()) {
                byIncarnation
                        .computeIfAbsent(item.incarnation(), none -> new ArrayList<>())
                        .add(item);
            }
        }
        try {
            byIncarnation.forEach(this::beat);
            failing = false;
        } catch (RuntimeException e) {
            LOG.log(failing ? Level.DEBUG : Level.WARNING, "a beat failed, the next follows: {0}", e.getMessage());
            failing = true;
        }
    }

    private void beat(String incarnation, List<Item> named) {
        long sent = System.nanoTime();
        Beat beat = new Beat(
                incarnation, identity.role(), named.stream().map(Item::claim).toList());
        client.beat(identity.worker(), beat, reach.dividedBy(2));
        for (Item item : named) {
            item.fence().present(sent, System.nanoTime());
        }
    }

    /** Renews the lease of one claim until it is settled; a thread for each, so that one that hangs holds up nobody. */
    void keep(Item item, Duration interval, long claimed) {
        Duration timeout = shorter(LONGEST_HEARTBEAT, interval);
        Duration half = interval.dividedBy(2);
        long look = shorter(LOOK, half).toNanos();
        long due = claimed + interval.toNanos();
        try {
            while (!item.awaitSettled(Math.min(look, due - System.nanoTime())) && !item.cancelled()) {
                long sent = System.nanoTime();
                Progress news = item.takeNews();
                if (sent - due < 0 && news.equals(Progress.NONE)) {
                    continue;
                }
                due = renew(item, news, timeout, sent)
                        ? sent + interval.toNanos()
                        : System.nanoTime() + shorter(AGAIN, half).toNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean renew(Item item, Progress news, Duration timeout, long sent) {
        try {
            client.heartbeat(item.claim(), news, timeout);
            item.fence().renewed(sent, System.nanoTime());
            return true;
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "a heartbeat of {0} failed, the next follows unless it is lost: {1}",
                    item.id(),
                    e.getMessage());
            if (e instanceof ApiException refused && refused.isLoss()) {
                item.fence().lost();
            }
            return false;
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
