package dev.odradek.localcluster;

import java.nio.file.Path;
import java.time.Duration;

/** The same broker as a child process, so that it can be killed, frozen and restarted on the same data and port. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int HEAP_MEGABYTES = 256;

    private final BrokerConfig config;
    private final Path output;
    private JavaProcess process;
    private final int port;

    private BrokerProcess(BrokerConfig config, Path output) {
        this.config = config;
        this.output = output;
        this.process = launch(config, output);
        this.port = awaitReady(process);
    }

    /** Ready when this returns; what it prints goes to the file. */
    public static BrokerProcess start(BrokerConfig config, Path output) {
        return new BrokerProcess(config, output);
    }

    public String bootstrapServers() {
        return config.advertised().orElse(config.bindHost() + ":" + port);
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL. */
    public void kill() {
        process.kill();
    }

    /** SIGTERM: hands over and closes its logs. */
    public void stop() {
        process.stop();
    }

    /** Starts it again on the port it had, killed or stopped before. */
    public void restart() {
        if (process.isAlive()) stop();
        process = launch(config.onPort(port), output);
        awaitReady(process);
    }

    /** SIGSTOP. */
    public void freeze() {
        process.freeze();
    }

    /** SIGCONT. */
    public void thaw() {
        process.thaw();
    }

    @Override
    public void close() {
        process.close();
    }

    private static JavaProcess launch(BrokerConfig config, Path output) {
        return JavaProcess.of(BrokerMain.class)
                .small(HEAP_MEGABYTES)
                .args(BrokerMain.arguments(config).toArray(String[]::new))
                .start(output);
    }

    private static int awaitReady(JavaProcess process) {
        try {
            String line = process.awaitLine(
                    l -> l.startsWith(BrokerMain.READY) || l.startsWith(BrokerMain.FAULT), START_LIMIT);
            if (line.startsWith(BrokerMain.FAULT)) {
                throw new LocalClusterException(line.substring(BrokerMain.FAULT.length()));
            }
            return Integer.parseInt(line.substring(BrokerMain.READY.length()));
        } catch (LocalClusterException e) {
            process.close();
            throw e;
        }
    }
}
