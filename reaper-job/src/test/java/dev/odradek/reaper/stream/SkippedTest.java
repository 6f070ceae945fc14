package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.odradek.topics.format.UnreadableException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SkippedTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(SkippedTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong();

    @BeforeEach
    void listen() {
        lines.start();
        log.setAdditive(false);
        log.addAppender(lines);
    }

    @AfterEach
    void leave() {
        log.detachAppender(lines);
        log.setAdditive(true);
    }

    @Test
    void aFloodOfUnreadableRecordsIsALineASecondWithoutAStack() {
        Skipped skipped = new Skipped(log, "heartbeat", nanos::get);

        for (int i = 0; i < 100; i++) {
            skipped.record("partition", 2, new UnreadableException("no HeartbeatRecord:\nrubbish", null));
        }
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        skipped.record("partition", 2, new UnreadableException("no HeartbeatRecord: empty", null));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "skipped an unreadable heartbeat: no HeartbeatRecord: rubbish",
                        "skipped an unreadable heartbeat: no HeartbeatRecord: empty (and 99 more since the last such"
                                + " line)");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
    }
}
