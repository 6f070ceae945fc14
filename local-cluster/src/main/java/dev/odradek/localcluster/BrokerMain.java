package dev.odradek.localcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The embedded broker as a process of its own; prints one line when it is ready and stops on SIGTERM. */
public final class BrokerMain {
    static final String READY = "broker ready on port ";
    static final String FAULT = "broker fault: ";

    private BrokerMain() {}

    public static void main(String[] args) {
        ParentWatch.exitWithParent();
        try {
            EmbeddedBroker broker = EmbeddedBroker.start(parse(List.of(args)));
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-stop"));
            System.out.println(READY + broker.port());
        } catch (LocalClusterException e) {
            System.out.println(FAULT + e.getMessage());
            System.exit(1);
        }
    }

    static List<String> arguments(BrokerConfig config) {
        List<String> args = new ArrayList<>(List.of(
                config.dataDir().toString(),
                Integer.toString(config.port()),
                Boolean.toString(config.portFallback()),
                config.bindHost(),
                config.advertised().orElse("")));
        new TreeMap<>(config.overrides()).forEach((key, value) -> args.add(key + "=" + value));
        return args;
    }

    static BrokerConfig parse(List<String> args) {
        Map<String, String> overrides = new TreeMap<>();
        for (String pair : args.subList(5, args.size())) {
            int equals = pair.indexOf('=');
            overrides.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new BrokerConfig(
                Path.of(args.get(0)),
                Integer.parseInt(args.get(1)),
                Boolean.parseBoolean(args.get(2)),
                args.get(3),
                Optional.of(args.get(4)).filter(at -> !at.isEmpty()),
                overrides);
    }
}
