package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveLineTest {
    private final AtomicLong nanos = new AtomicLong();
    private final StringWriter printed = new StringWriter();
    private final LiveLine line =
            new LiveLine(new Out(new PrintWriter(printed), false), Duration.ofSeconds(1), nanos::get);

    @Test
    void whereNobodyLooksALineIsPrintedForEachTenthAtMost() {
        for (int done = 0; done <= 1000; done++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            draw(done);
        }

        assertThat(printed.toString().lines())
                .containsExactly("100", "200", "300", "400", "500", "600", "700", "800", "900", "1000");
    }

    @Test
    void whatIsQuickPrintsALineASecondAtMost() {
        for (int done = 0; done <= 1000; done++) {
            nanos.addAndGet(Duration.ofMillis(2).toNanos());
            draw(done);
        }

        assertThat(printed.toString().lines()).containsExactly("499", "999");
    }

    private void draw(int done) {
        line.drawPart(done, 1000, () -> Integer.toString(done));
    }
}
