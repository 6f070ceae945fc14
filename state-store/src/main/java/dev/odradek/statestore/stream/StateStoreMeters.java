package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What the core has decided, counted; every name is in docs/metrics.md. */
public final class StateStoreMeters {
    private static final String ROOT = "odradek.state.store.";

    private final MeterRegistry registry;
    private final Timer decide;
    private final Counter deadLetters;
    /** By what is counted: a reason, a kind of fact, a queue. */
    private final Map<Object, Counter> counters = new ConcurrentHashMap<>();

    public StateStoreMeters(MeterRegistry registry) {
        this.registry = registry;
        this.decide = Timer.builder(ROOT + "decide")
                .description("Time to read, decide, store and forward one command")
                .register(registry);
        this.deadLetters = Counter.builder(ROOT + "dead.letters")
                .description("Commands that could not be read or decided")
                .register(registry);
    }

    void decided(Decision decision, boolean dead, long nanos) {
        decide.record(nanos, TimeUnit.NANOSECONDS);
        if (dead) {
            deadLetters.increment();
        }
        for (EventRecord fact : decision.facts()) {
            if (fact.event() instanceof Event.Refused refused) {
                of(refused.reason(), reason -> counter("refusals", "Commands refused", "reason", lower(reason)))
                        .increment();
            } else if (fact.event() instanceof Event.Moved moved) {
                if (moved.through() != null) {
                    moved(Why.CLAIMED);
                }
                moved(moved.why());
            } else {
                of(fact.event().getClass(), type -> counter("facts", "Other facts", "type", type.getSimpleName()))
                        .increment();
            }
        }
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Offer offer) {
                of(offer.dispatch().queue(), queue -> counter("dispatches", "Work put on offer", "queue", queue))
                        .increment();
            }
        }
    }

    private void moved(Why why) {
        of(why, each -> counter("moves", "Axes moved", "why", lower(each))).increment();
    }

    private <T> Counter of(T what, Function<T, Counter> made) {
        Counter known = counters.get(what);
        return known == null ? counters.computeIfAbsent(what, missing -> made.apply(what)) : known;
    }

    private Counter counter(String name, String description, String tag, String value) {
        return Counter.builder(ROOT + name)
                .description(description)
                .tag(tag, value)
                .register(registry);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
