package dev.odradek.ingest;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Hears everything that is logged, down to what is said for debugging. */
public final class LogTrap extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private static final List<String> TALKATIVE =
            List.of("dev.odradek", "org.springframework.web", "org.springframework.http", "org.apache.coyote");

    private final StringBuffer heard = new StringBuffer();

    private LogTrap() {}

    public static LogTrap open() {
        LogTrap trap = new LogTrap();
        trap.start();
        for (String each : TALKATIVE) {
            logger(each).setLevel(Level.TRACE);
            logger(each).addAppender(trap);
            // What is only for the trap need not fill the terminal.
            logger(each).setAdditive(false);
        }
        return trap;
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    protected void append(ILoggingEvent event) {
        heard.append(event.getFormattedMessage()).append(event.getKeyValuePairs());
        if (event.getThrowableProxy() != null) {
            heard.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        heard.append('\n');
    }

    public String text() {
        return heard.toString();
    }

    @Override
    public void close() {
        for (String each : TALKATIVE) {
            logger(each).detachAppender(this);
            logger(each).setLevel(null);
            logger(each).setAdditive(true);
        }
        stop();
    }
}
