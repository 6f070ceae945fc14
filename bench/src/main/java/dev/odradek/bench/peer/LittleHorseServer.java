package dev.odradek.bench.peer;

import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.bench.measure.Server;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A LittleHorse server on a broker of ours; workers and producers have its libraries on their class path. */
final class LittleHorseServer implements Server {
    static final String VERSION = "1.2.1";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration FETCH = Duration.ofMinutes(10);

    private final Launcher broker;
    private final Process process;
    private final Thread killOnExit;
    private final JavaAgents agents;

    private LittleHorseServer(Launcher broker, Process process, JavaAgents agents) {
        this.broker = broker;
        this.process = process;
        this.agents = agents;
        this.killOnExit = new Thread(process::destroyForcibly, "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killOnExit);
    }

    static LittleHorseServer start(Path dir, boolean retries) throws IOException {
        Path lib = libraries();
        List<Integer> ports = FreePorts.find(3);
        Launcher broker = Launcher.up(dir.resolve("data"), Map.of(), "--only", "broker");
        try {
            Path config = dir.resolve("server.config");
            Files.writeString(config, config(broker.bootstrap(), dir, ports));
            Process process = new ProcessBuilder(
                            Jdk25.java().orElseThrow().toString(),
                            "-Xms1g",
                            "-Xmx2g",
                            "-cp",
                            lib + "/*",
                            "io.littlehorse.App",
                            config.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(dir.resolve("server.log").toFile())
                    .start();
            Map<String, String> options =
                    Map.of("port", Integer.toString(ports.get(0)), "retries", Boolean.toString(retries));
            String classPath = lib + "/*" + File.pathSeparator + System.getProperty("java.class.path");
            // Its libraries bring a logger of their own, which does not bear ours.
            List<String> jvm =
                    List.of("-cp", classPath, "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider");
            LittleHorseServer server =
                    new LittleHorseServer(broker, process, new JavaAgents(LittleHorseDriver.class, options, dir, jvm));
            server.awaitPort(ports.get(0), dir);
            return server;
        } catch (IOException | RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    @Override
    public Agent worker(Map<String, String> options) {
        return agents.worker(options);
    }

    @Override
    public Agent producer() {
        return agents.producer();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(killOnExit);
        broker.close();
    }

    private static String config(String bootstrap, Path dir, List<Integer> ports) {
        return """
                LHS_KAFKA_BOOTSTRAP_SERVERS=%s
                LHS_CLUSTER_ID=bench
                LHS_INSTANCE_ID=1
                LHS_REPLICATION_FACTOR=1
                LHS_CLUSTER_PARTITIONS=12
                LHS_STATE_DIR=%s
                LHS_SHOULD_CREATE_TOPICS=true
                LHS_CORE_STREAM_THREADS=2
                LHS_HEALTH_SERVICE_PORT=%d
                LHS_INTERNAL_BIND_PORT=%d
                LHS_INTERNAL_ADVERTISED_PORT=%d
                LHS_INTERNAL_ADVERTISED_HOST=localhost
                LHS_LISTENERS=PLAIN:%d
                LHS_LISTENERS_PROTOCOL_MAP=PLAIN:PLAIN
                LHS_ADVERTISED_LISTENERS=PLAIN://localhost:%d
                """.formatted(
                        bootstrap,
                        dir.resolve("littlehorse").toAbsolutePath(),
                        ports.get(1),
                        ports.get(2),
                        ports.get(2),
                        ports.get(0),
                        ports.get(0));
    }

    private void awaitPort(int port, Path dir) {
        long deadline = System.nanoTime() + START.toNanos();
        while (!answers(port)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new MeasureException("LittleHorse's server did not come up", dir.resolve("server.log"));
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    /** Copied once by Maven, into a folder of the build. */
    private static Path libraries() throws IOException {
        Path bench =
                Path.of(System.getProperty("odradek.launcher")).toAbsolutePath().resolveSibling("bench");
        Path lib = bench.resolve("target/littlehorse");
        Path marker = lib.resolve("complete");
        if (Files.exists(marker)) {
            return lib;
        }
        Files.createDirectories(lib);
        Path log = bench.resolve("target/littlehorse.log");
        Process maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-ntp",
                        "-f",
                        bench.resolve("peers/littlehorse/pom.xml").toString(),
                        "dependency:copy-dependencies",
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + lib)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!maven.waitFor(FETCH.toMillis(), TimeUnit.MILLISECONDS) || maven.exitValue() != 0) {
                maven.destroyForcibly();
                throw new MeasureException("Maven could not fetch LittleHorse", log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted while Maven was fetching LittleHorse", log);
        }
        Files.createFile(marker);
        return lib;
    }
}
