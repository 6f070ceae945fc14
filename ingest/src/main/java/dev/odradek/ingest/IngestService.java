package dev.odradek.ingest;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.settings.Connection;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.beans.BeansException;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The running HTTP side: it answers once {@link #start} returns. */
public final class IngestService implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 20_000;
    private static final int FEWEST_CONNECTIONS = 500;

    private final IngestConfig config;
    private final ConfigurableApplicationContext context;
    private final int port;

    private IngestService(IngestConfig config, ConfigurableApplicationContext context) {
        this.config = config;
        this.context = context;
        WebServer server = context instanceof WebServerApplicationContext web ? web.getWebServer() : null;
        this.port = server == null ? 0 : server.getPort();
    }

    /** Starts on the preferred port, or on a free one if that is taken. */
    public static IngestService start(IngestConfig config, Surroundings surroundings) {
        TomcatLog.quiet();
        ensureTopics(surroundings.connection());
        try {
            return new IngestService(config, run(config, config.port(), surroundings));
        } catch (RuntimeException e) {
            if (config.port() == 0 || !isPortTaken(e)) {
                throw reason(e);
            }
            return new IngestService(config, run(config, 0, surroundings));
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "http://" + host() + ":" + port;
    }

    /** Where it listens, which others may have to reach by another name. */
    public String listening() {
        String address = config.address();
        return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    /** How this machine reaches it, as a URL has it: what listens everywhere is asked on loopback. */
    public String host() {
        String address = config.address();
        try {
            if (InetAddress.getByName(address).isAnyLocalAddress()) {
                return IngestConfig.DEFAULT_ADDRESS;
            }
        } catch (UnknownHostException e) {
            // It could be bound a moment ago; whoever asks will see.
            return address;
        }
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** For tests: what Spring has put together. */
    ConfigurableApplicationContext context() {
        return context;
    }

    /** Lets running requests end, within bounds. */
    @Override
    public void close() {
        context.close();
    }

    private static ConfigurableApplicationContext run(IngestConfig config, int port, Surroundings surroundings) {
        SpringApplication application = new SpringApplication(IngestApp.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        // The process decides when to stop, and where to log.
        application.setRegisterShutdownHook(false);
        application.setListeners(application.getListeners().stream()
                .filter(listener -> !(listener instanceof LoggingApplicationListener))
                .toList());
        application.addInitializers(context -> {
            // Before whatever the process's environment says.
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("ingest", spring(config, port)));
            give(context, config, surroundings);
        });
        return application.run();
    }

    private static void give(ConfigurableApplicationContext context, IngestConfig config, Surroundings surroundings) {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("ingestConfig", config);
        given.put("settings", config.settings());
        given.put("connection", surroundings.connection());
        given.put("reading", surroundings.reading());
        given.put("operations", surroundings.operations());
        given.put("meters", surroundings.operations().meters());
        given.forEach(context.getBeanFactory()::registerSingleton);
    }

    private static Map<String, Object> spring(IngestConfig config, int port) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("server.address", config.address());
        properties.put("server.port", port);
        properties.put("server.shutdown", "graceful");
        properties.put("spring.lifecycle.timeout-per-shutdown-phase", "5s");
        properties.put("server.tomcat.max-connections", mostConnections());
        properties.put("server.tomcat.accept-count", 1_000);
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        // Whoever sends too much shall hear so, instead of finding the connection closed.
        properties.put("server.tomcat.max-swallow-size", "32MB");
        // Who asks is whoever has connected: a header must not make somebody else of them, wherever this runs.
        properties.put("server.forward-headers-strategy", "none");
        properties.put("server.servlet.encoding.enabled", false);
        properties.put("spring.threads.virtual.enabled", Runtime.version().feature() >= 21);
        properties.put("spring.web.resources.add-mappings", false);
        properties.put("spring.mvc.formcontent.filter.enabled", false);
        properties.put("spring.mvc.publish-request-handled-events", false);
        return properties;
    }

    private static void ensureTopics(Connection connection) {
        try (Admin admin = Admin.create(connection.clientProperties())) {
            new TopicKeeper(admin).ensure(connection.plan().fixed());
        }
    }

    /** What a part of it had to say, without what Spring says about that. */
    private static RuntimeException reason(RuntimeException failure) {
        Throwable cause = failure;
        while (cause instanceof BeansException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RuntimeException ours ? ours : failure;
    }

    private static boolean isPortTaken(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return true;
            }
        }
        return false;
    }

    /** A broker in the same process that finds no file left for its log ends it: half of the files are for others. */
    private static int mostConnections() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, unix.getMaxFileDescriptorCount() / 2))
                : MOST_CONNECTIONS;
    }
}
