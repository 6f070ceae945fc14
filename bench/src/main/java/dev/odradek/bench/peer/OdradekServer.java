package dev.odradek.bench.peer;

import dev.odradek.bench.measure.Agent;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code ./odradek up} with both machines applied. */
public final class OdradekServer implements JavaServer {
    static final String TENANT = "default";
    private static final int APPLY_TRIES = 5;

    private static final String ONE = """
            machine: one
            axes:
              status:
                initial: a
                states: [a, in_one, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: one1, from: a, into: in_one, done: done, CLAIM}
            """;

    private static final String THREE = """
            machine: three
            axes:
              status:
                initial: a
                states: [a, in_one, b, in_two, c, in_three, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: three1, from: a, into: in_one, done: b, CLAIM}
                  - {queue: three2, from: b, into: in_two, done: c, CLAIM}
                  - {queue: three3, from: c, into: in_three, done: done, CLAIM}
            """;

    private final Launcher up;
    private final JavaAgents agents;

    private OdradekServer(Launcher up, JavaAgents agents) {
        this.up = up;
        this.agents = agents;
    }

    /**
     * Starts it on an empty directory and applies the machines.
     *
     * @param claim what every claim rule says besides, such as {@code mode: eager}
     * @param workerOptions for the driver of each worker
     */
    public static OdradekServer start(
            Path dir, Map<String, String> environment, String claim, Map<String, String> workerOptions) {
        Launcher up = Launcher.up(dir.resolve("data"), environment);
        try {
            apply(up.bootstrap(), List.of(ONE.replace("CLAIM", claim), THREE.replace("CLAIM", claim)));
        } catch (RuntimeException e) {
            up.close();
            throw e;
        }
        Map<String, String> options = new HashMap<>(workerOptions);
        options.put("bootstrap", up.bootstrap());
        return new OdradekServer(up, new JavaAgents(OdradekDriver.class, options, dir));
    }

    /** The CLI's patience is a few seconds, which a busy machine may need longer than. */
    private static void apply(String bootstrap, List<String> machines) {
        for (int tries = 1; ; tries++) {
            try (Asking asking = Asking.open(Connection.to(bootstrap))) {
                for (String machine : machines) {
                    MachineApply.parse(machine).to(asking, TENANT);
                }
                return;
            } catch (RuntimeException e) {
                if (tries == APPLY_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Applies one more machine. */
    public void apply(String machine) {
        apply(up.bootstrap(), List.of(machine));
    }

    public Launcher up() {
        return up;
    }

    public String bootstrap() {
        return up.bootstrap();
    }

    @Override
    public JavaAgents agents() {
        return agents;
    }

    /** A new producer process; {@code options} are those of the driver. */
    public Agent producer(Map<String, String> options) {
        return agents.producer(options);
    }

    @Override
    public void close() {
        up.close();
    }
}
