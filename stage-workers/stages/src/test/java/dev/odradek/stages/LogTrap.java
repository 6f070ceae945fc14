package dev.odradek.stages;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** Hears what is logged under a name. */
public final class LogTrap extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final StringBuffer heard = new StringBuffer();
    private final Logger logger;

    private LogTrap(Logger logger) {
        this.logger = logger;
    }

    public static LogTrap open(String name) {
        LogTrap trap = new LogTrap((Logger) LoggerFactory.getLogger(name));
        trap.start();
        trap.logger.addAppender(trap);
        return trap;
    }

    @Override
    protected void append(ILoggingEvent event) {
        heard.append(event.getFormattedMessage()).append('\n');
    }

    public String text() {
        return heard.toString();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
