package dev.odradek.client;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes the items of one queue and does them until it is stopped; no fault of the service ends it.
 *
 * <p>A subclass gives {@link #queue} and {@link #process}, or {@link #batch} and {@link #processBatch}.
 */
public abstract class Processor {

    protected abstract String queue();

    /** Does one item; whatever it throws fails the item as the machine's claim rule says. */
    protected Result process(Item item) throws Exception {
        throw new UnsupportedOperationException(getClass().getName() + " needs process, or batch and processBatch");
    }

    /** Does a window of items, with one result for each; whatever it throws fails all of them. */
    protected List<Result> processBatch(List<Item> items) throws Exception {
        throw new UnsupportedOperationException(getClass().getName() + " sets batch, so it needs processBatch");
    }

    /** The first part of the worker's id. */
    protected String role() {
        return queue();
    }

    /** The axis to claim on; needed only where several axes of a machine offer the same queue. */
    protected @Nullable String axis() {
        return null;
    }

    /** How many calls may run at once. */
    protected int concurrency() {
        return 1;
    }

    /** 0: {@link #process} gets one item; n: {@link #processBatch} gets up to n, once per wake-up. */
    protected int batch() {
        return 0;
    }

    protected Terms terms() {
        return Terms.DEFAULT;
    }

    /** Starts to work; the client stays the caller's to close, after the processor. */
    public final Running start(OdradekClient client) {
        return Running.start(this, client, terms());
    }

    /** Works until SIGTERM or SIGINT, with what SERVICE_URL, SERVICE_TOKEN and LOG_LEVEL say. */
    public static void main(Processor processor) throws InterruptedException {
        Map<String, String> environment = System.getenv();
        logAt(environment.getOrDefault("LOG_LEVEL", "INFO"));
        try (OdradekClient client = OdradekClient.fromEnvironment()) {
            Running running = Running.start(processor, client, processor.terms().with(environment));
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "odradek-stop"));
            running.join();
        }
    }

    private static void logAt(String name) {
        Level level = switch (name.toUpperCase(Locale.ROOT)) {
            case "DEBUG" -> Level.FINE;
            case "INFO" -> Level.INFO;
            case "WARN", "WARNING" -> Level.WARNING;
            case "ERROR" -> Level.SEVERE;
            default ->
                throw new IllegalArgumentException("LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, was " + name);
        };
        Logger root = Logger.getLogger("");
        root.setLevel(level);
        for (Handler handler : root.getHandlers()) {
            handler.setLevel(level);
        }
        Logger.getLogger("jdk.internal.httpclient").setLevel(Level.WARNING);
    }
}
