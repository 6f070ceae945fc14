package dev.odradek.standalone.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where log lines go: nowhere for verbs (they speak in sentences), to a file for services. */
public final class Logging {
    private Logging() {}

    /** Our own lines from INFO, everyone else's from WARN, to a file of bounded size. */
    public static void toFile(Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        context.getLogger("dev.odradek").setLevel(Level.INFO);
        // Anybody could fill the log by asking for what is not there.
        context.getLogger("org.springframework.web.servlet.PageNotFound").setLevel(Level.OFF);
        context.getLogger("org.springframework.boot.webmvc").setLevel(Level.ERROR);
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender(context, file));
    }

    private static RollingFileAppender<ILoggingEvent> appender(LoggerContext context, Path file) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{ISO8601} %-5level [%thread] %logger{30} %msg %kvp%n");
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(file + ".%i");
        rolling.setMaxIndex(2);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> full = new SizeBasedTriggeringPolicy<>();
        full.setContext(context);
        full.setMaxFileSize(FileSize.valueOf("10MB"));
        full.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(full);
        appender.start();
        return appender;
    }
}
