package dev.odradek.ingest.feed;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How notifications are passed on; each field under {@code odradek.ingest.} by its name.
 *
 * @param feedKept how many of the newest notifications are at hand; whoever is further behind reads them from Kafka
 * @param feedSilence after how long without a sign of the change feed watchers are told to look for themselves
 * @param streamComment how often a stream says that it is alive
 */
@Component
record FeedConfig(int feedKept, Duration feedSilence, Duration streamComment) {
    private static final String ROOT = IngestConfig.ROOT;

    FeedConfig {
        if (feedKept < 1) {
            throw new IllegalArgumentException(ROOT + "feed-kept must be at least 1, was " + feedKept);
        }
        if (feedSilence.isNegative() || feedSilence.isZero()) {
            throw new IllegalArgumentException(
                    ROOT + "feed-silence must be longer than 0, was " + feedSilence.toMillis() + " ms");
        }
    }

    @Autowired
    FeedConfig(Settings settings) {
        this(
                settings.number(ROOT + "feed-kept", 20_000),
                settings.duration(ROOT + "feed-silence", Duration.ofSeconds(12)),
                settings.duration(ROOT + "stream-comment", Duration.ofSeconds(15)));
    }
}
