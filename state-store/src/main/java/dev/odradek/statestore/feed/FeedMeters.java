package dev.odradek.statestore.feed;

import dev.odradek.topics.event.NotificationRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What the feed counts. */
final class FeedMeters {
    private final Counter notifications;
    private final Timer lag;

    FeedMeters(MeterRegistry registry, BooleanSupplier running) {
        Gauge.builder("odradek.feed.running", running, on -> on.getAsBoolean() ? 1 : 0)
                .description("1 while this instance tells of changed rows")
                // Nobody else keeps the supplier: a weak reference would turn the gauge into NaN.
                .strongReference(true)
                .register(registry);
        this.notifications = Counter.builder("odradek.feed.notifications")
                .description("Notifications the broker has acknowledged")
                .register(registry);
        this.lag = Timer.builder("odradek.feed.lag")
                .description("From the commit of a change until its notification was acknowledged")
                .register(registry);
    }

    void told(List<NotificationRecord> acknowledged, long now) {
        notifications.increment(acknowledged.size());
        for (NotificationRecord each : acknowledged) {
            if (!each.snapshot()) {
                lag.record(Math.max(0, now - each.committedAt()), TimeUnit.MILLISECONDS);
            }
        }
    }
}
