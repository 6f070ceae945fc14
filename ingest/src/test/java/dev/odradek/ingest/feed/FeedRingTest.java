package dev.odradek.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FeedRingTest {
    private final FeedRing ring = new FeedRing(3);

    @Test
    @DisplayName("a reader hears everything of its tenant from where it is, in order, and nothing of others")
    void inOrder() {
        ring.begin(10);
        add(10, "acme");
        add(11, "globex");
        add(12, "acme");

        assertThat(read(10, "acme")).isEqualTo("10 12 ");
        assertThat(read(11, "acme")).isEqualTo("12 ");
        assertThat(read(10, "other")).isEmpty();
        assertThat(next(10, "other"))
                .as("what is others' is passed by all the same")
                .isEqualTo(13);
    }

    @Test
    @DisplayName("whoever is further behind than what is kept is told so; whoever is ahead waits")
    void behind() {
        ring.begin(0);
        for (int offset = 0; offset < 5; offset++) {
            add(offset, "acme");
        }

        assertThat(ring.holds(1)).isFalse();
        assertThat(ring.after(1, "acme")).isEmpty();
        assertThat(read(2, "acme")).isEqualTo("2 3 4 ");
        assertThat(next(9, "acme")).isEqualTo(9);
    }

    @Test
    @DisplayName("what cannot be read leaves no gap, and offsets may leave out some")
    void gaps() {
        ring.begin(0);
        ring.reached(4);
        add(7, "acme");

        assertThat(read(0, "acme")).isEqualTo("7 ");
        assertThat(next(0, "acme")).isEqualTo(8);
    }

    @Test
    @DisplayName("much is read piece by piece, and nothing of it is left out")
    void pieces() {
        FeedRing large = new FeedRing(1_000);
        large.begin(0);
        String event = "x".repeat(1_000);
        for (int offset = 0; offset < 1_000; offset++) {
            large.add(new FeedLine(offset, "acme", event));
        }
        long next = 0;
        long bytes = 0;
        int pieces = 0;
        while (next < 1_000) {
            FeedRing.Chunk chunk = large.after(next, "acme").orElseThrow();
            bytes += chunk.text().length();
            next = chunk.next();
            pieces++;
        }

        assertThat(bytes).isEqualTo(1_000_000);
        assertThat(pieces).isBetween(10, 100);
    }

    private void add(long offset, String tenant) {
        ring.add(new FeedLine(offset, tenant, offset + " "));
    }

    private String read(long from, String tenant) {
        return ring.after(from, tenant).orElseThrow().text();
    }

    private long next(long from, String tenant) {
        return ring.after(from, tenant).orElseThrow().next();
    }
}
