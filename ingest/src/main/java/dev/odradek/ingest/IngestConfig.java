package dev.odradek.ingest;

import dev.odradek.topics.settings.Settings;
import java.time.Duration;

/**
 * Where ingest listens and what it puts up with.
 *
 * @param port preferred; a free one is taken if it is not to be had, 0 takes any
 * @param settings also for whatever else the packages of ingest are configured by
 */
public record IngestConfig(String address, int port, Settings settings) {
    public static final String ROOT = "odradek.ingest.";
    public static final String DEFAULT_ADDRESS = "127.0.0.1";
    public static final int DEFAULT_PORT = 8642;

    public IngestConfig {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(ROOT + "port must be between 0 and 65535, was " + port);
        }
        if (address.isBlank()) {
            throw new IllegalArgumentException(ROOT + "address must name an interface such as 127.0.0.1, was empty");
        }
    }

    public static IngestConfig from(Settings settings) {
        return new IngestConfig(
                settings.text(ROOT + "address", DEFAULT_ADDRESS),
                settings.number(ROOT + "port", DEFAULT_PORT),
                settings);
    }

    /** The same on another preferred port. */
    public IngestConfig onPort(int preferred) {
        return new IngestConfig(address, preferred, settings);
    }

    /** Whether requests from loopback to a loopback address need no token. */
    public boolean isLoopbackOpen() {
        return flag("open-loopback", true);
    }

    /** How many commands may wait to be decided before no more work is taken. */
    public int maxLag() {
        return settings.number(ROOT + "max-lag", 100_000);
    }

    /** The largest body in bytes, but for those that are streamed. */
    public int maxBody() {
        return settings.number(ROOT + "max-body", 2 << 20);
    }

    /** How long a request waits for the broker and the core. */
    public Duration patience() {
        return settings.duration(ROOT + "patience", Duration.ofSeconds(10));
    }

    /**
     * After which a request is answered by us if nothing else has.
     *
     * <p>Longer than any may take: a claim waits for 30 s, 5 s until it is known that there is nothing, and then for
     * its worker to be announced; others wait for the core, the reads, and the core again.
     */
    public Duration answerLimit() {
        Duration longest = Duration.ofSeconds(40).plus(patience().multipliedBy(3));
        return settings.duration(ROOT + "answer-limit", longest);
    }

    private boolean flag(String key, boolean fallback) {
        String text = settings.text(ROOT + key, Boolean.toString(fallback));
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(ROOT + key + " must be true or false, was " + text);
        }
        return Boolean.parseBoolean(text);
    }
}
