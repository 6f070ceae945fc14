package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects what a child JVM is started with. */
public final class JavaProcessBuilder {
    private final String mainClass;
    private final List<String> jvmArgs = new ArrayList<>();
    private final List<String> args = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private String classPath = System.getProperty("java.class.path");

    JavaProcessBuilder(String mainClass) {
        this.mainClass = mainClass;
    }

    public JavaProcessBuilder classPath(String path) {
        classPath = path;
        return this;
    }

    public JavaProcessBuilder jvmArgs(String... more) {
        jvmArgs.addAll(List.of(more));
        return this;
    }

    /** A small, quickly started JVM of at most this heap. */
    public JavaProcessBuilder small(int heapMegabytes) {
        return jvmArgs("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    }

    public JavaProcessBuilder args(String... more) {
        args.addAll(List.of(more));
        return this;
    }

    public JavaProcessBuilder environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Starts it; what it prints is appended to the file. */
    public JavaProcess start(Path output) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArgs);
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().putAll(environment);
        try {
            Path folder = output.toAbsolutePath().getParent();
            if (folder != null) Files.createDirectories(folder);
            int earlier = Files.exists(output) ? Math.toIntExact(Files.size(output)) : 0;
            return new JavaProcess(builder.start(), output, earlier);
        } catch (IOException e) {
            throw new LocalClusterException(
                    "A child process for " + mainClass + " could not be started with output to " + output + " ("
                            + e.getMessage() + "); make that file writable.",
                    e);
        }
    }
}
