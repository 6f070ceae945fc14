package dev.odradek.bench.peer;

import dev.odradek.bench.agent.AgentMain;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.measure.Agent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts worker and producer processes of a system that has a Java library; every system's are given the same JVM. */
record JavaAgents(Class<? extends Driver> driver, Map<String, String> options, Path dir, List<String> jvm) {
    /** A user's own process: the JVM's defaults, and a heap that none of them fills. */
    static final List<String> JVM = List.of("-Xmx1g", "-XX:-UsePerfData");

    /** With nothing on their class path but what we have on ours. */
    JavaAgents(Class<? extends Driver> driver, Map<String, String> options, Path dir) {
        this(driver, options, dir, List.of("-cp", System.getProperty("java.class.path")));
    }

    Agent worker(Map<String, String> more) {
        return start("worker", more);
    }

    Agent producer(Map<String, String> more) {
        return start("producer", more);
    }

    private Agent start(String role, Map<String, String> more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(jvm);
        command.addAll(List.of(AgentMain.class.getName(), role));
        command.add(driver.getName());
        Map<String, String> all = new HashMap<>(options);
        all.putAll(more);
        all.forEach((name, value) -> command.add(name + "=" + value));
        return Agent.start(command, Map.of(), dir.resolve(role + ".log"));
    }
}
