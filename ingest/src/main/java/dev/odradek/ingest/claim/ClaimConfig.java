package dev.odradek.ingest.claim;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How work is handed out over HTTP; each field under {@code odradek.ingest.} by its name.
 *
 * @param boardOffers how many offers of one tenant's queue are kept; what is more stays in the log
 * @param boardMib how many MiB they may take
 * @param workerSilence how long a worker over HTTP may be silent before what it holds is given to others
 * @param streamComment how often a stream of counts says that it is alive
 * @param streamPause the shortest time between two counts on one stream
 */
@Component
record ClaimConfig(
        int boardOffers, int boardMib, Duration workerSilence, Duration streamComment, Duration streamPause) {
    private static final String ROOT = IngestConfig.ROOT;

    ClaimConfig {
        atLeastOne("board-offers", boardOffers);
        atLeastOne("board-mib", boardMib);
        longerThanNothing("worker-silence", workerSilence);
        longerThanNothing("stream-comment", streamComment);
        longerThanNothing("stream-pause", streamPause);
    }

    @Autowired
    ClaimConfig(Settings settings) {
        this(
                settings.number(ROOT + "board-offers", 2_000),
                settings.number(ROOT + "board-mib", 16),
                settings.duration(ROOT + "worker-silence", Duration.ofSeconds(8)),
                settings.duration(ROOT + "stream-comment", Duration.ofSeconds(15)),
                settings.duration(ROOT + "stream-pause", Duration.ofMillis(5)));
    }

    OfferBoard.Bounds bounds() {
        return new OfferBoard.Bounds(boardOffers, (long) boardMib << 20);
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(ROOT + name + " must be at least 1, was " + value);
        }
    }

    private static void longerThanNothing(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(ROOT + name + " must be longer than 0, was " + value.toMillis() + " ms");
        }
    }
}
