package dev.odradek.bench.peer;

import dev.odradek.bench.measure.MeasureException;
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

/** A LittleHorse server on a broker of ours; workers and producers have its libraries on their class path. */
final class LittleHorseServer implements JavaServer {
    static final String VERSION = "1.2.1";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration FETCH = Duration.ofMinutes(10);

    private final Launcher broker;
    private final Daemon daemon;
    private final JavaAgents agents;

    private LittleHorseServer(Launcher broker, Daemon daemon, JavaAgents agents) {
        this.broker = broker;
        this.daemon = daemon;
        this.agents = agents;
    }

    static LittleHorseServer start(Path dir, boolean retries) throws IOException {
        Path lib = libraries();
        List<Integer> ports = FreePorts.find(3);
        Launcher broker = Launcher.up(dir.resolve("data"), Map.of(), "--only", "broker");
        try {
            Path config = dir.resolve("server.config");
            Files.writeString(config, config(broker.bootstrap(), dir, ports));
            ProcessBuilder builder = new ProcessBuilder(
                    Jdk25.java().orElseThrow().toString(),
                    "-Xms1g",
                    "-Xmx2g",
                    // As our own has it, where there is such a thing.
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    "-XX:+UseTransparentHugePages",
                    "-cp",
                    lib + "/*",
                    "io.littlehorse.App",
                    config.toString());
            Daemon daemon = Daemon.start("LittleHorse's server", builder, dir.resolve("server.log"))
                    .until(() -> answers(ports.get(0)), START);
            Map<String, String> options =
                    Map.of("port", Integer.toString(ports.get(0)), "retries", Boolean.toString(retries));
            String classPath = lib + "/*" + File.pathSeparator + System.getProperty("java.class.path");
            // Its libraries bring a logger of their own, which does not bear ours.
            List<String> jvm =
                    List.of("-cp", classPath, "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider");
            return new LittleHorseServer(broker, daemon, new JavaAgents(LittleHorseDriver.class, options, dir, jvm));
        } catch (IOException | RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    @Override
    public JavaAgents agents() {
        return agents;
    }

    @Override
    public void close() {
        daemon.close();
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
