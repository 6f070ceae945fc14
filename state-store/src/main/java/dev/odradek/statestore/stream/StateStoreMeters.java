package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What the core has decided, counted; every name is in docs/metrics.md. */
public final class StateStoreMeters {
    private static final String ROOT = "odradek.state.store.";

    private final MeterRegistry registry;
    private final Timer decide;
    private final Counter deadLetters;
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();

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
                count("refusals", "Commands refused", "reason", lower(refused.reason()));
            } else if (fact.event() instanceof Event.Moved moved) {
                count("moves", "Axes moved", "why", lower(moved.why()));
            } else {
                count("facts", "Other facts", "type", fact.event().getClass().getSimpleName());
            }
        }
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Offer offer) {
                count(
                        "dispatches",
                        "Work put on offer",
                        "queue",
                        offer.dispatch().queue());
            }
        }
    }

    private void count(String name, String description, String tag, String value) {
        counters.computeIfAbsent(
                        name + "/" + value,
                        key -> Counter.builder(ROOT + name)
                                .description(description)
                                .tag(tag, value)
                                .register(registry))
                .increment();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
