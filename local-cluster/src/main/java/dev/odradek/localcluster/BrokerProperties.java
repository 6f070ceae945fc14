package dev.odradek.localcluster;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The settings of a one-node broker tuned for a quick start, little memory and no needless delay. */
final class BrokerProperties {
    static final int NODE_ID = 1;
    static final String CONTROLLER = "CONTROLLER";
    private static final long LEAST_FOR_KEYS = 8L << 20;
    /** Kafka's own. */
    private static final long MOST_FOR_KEYS = 128L << 20;

    private static final String CLIENT = "CLIENT";
    private static final String INTERNAL = "INTERNAL";

    private BrokerProperties() {}

    static Map<String, String> of(BrokerConfig config, BrokerPorts ports, Path logDir) {
        Map<String, String> all = new HashMap<>();
        identity(all, logDir);
        listeners(all, config, ports);
        oneReplica(all);
        threadsAndMemory(all);
        delays(all);
        groups(all);
        all.putAll(config.overrides());
        return all;
    }

    /** The controller alone, on the same data; no client can reach it. */
    static Map<String, String> ofController(BrokerConfig config, int port, Path logDir) {
        Map<String, String> all = of(config, new BrokerPorts(port, port, port), logDir);
        all.put("process.roles", "controller");
        all.put("listeners", CONTROLLER + "://" + config.bindHost() + ":" + port);
        all.remove("advertised.listeners");
        all.remove("inter.broker.listener.name");
        return all;
    }

    private static void identity(Map<String, String> all, Path logDir) {
        all.put("process.roles", "broker,controller");
        all.put("node.id", Integer.toString(NODE_ID));
        all.put("log.dirs", logDir.toString());
        all.put("auto.create.topics.enable", "false");
        all.put("controlled.shutdown.enable", "true");
    }

    /** The broker talks to itself on a listener of its own: a fault on the clients' way must not reach it. */
    private static void listeners(Map<String, String> all, BrokerConfig config, BrokerPorts ports) {
        String host = config.bindHost();
        String client = CLIENT + "://" + host + ":" + ports.client();
        String internal = INTERNAL + "://" + host + ":" + ports.internal();
        String controller = host + ":" + ports.controller();
        all.put("listeners", client + "," + internal + "," + CONTROLLER + "://" + controller);
        String advertised = config.advertised().map(at -> CLIENT + "://" + at).orElse(client);
        all.put("advertised.listeners", advertised + "," + internal);
        all.put(
                "listener.security.protocol.map",
                CLIENT + ":PLAINTEXT," + INTERNAL + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        all.put("inter.broker.listener.name", INTERNAL);
        all.put("controller.listener.names", CONTROLLER);
        all.put("controller.quorum.voters", NODE_ID + "@" + controller);
    }

    private static void oneReplica(Map<String, String> all) {
        all.put("default.replication.factor", "1");
        all.put("min.insync.replicas", "1");
        all.put("offsets.topic.replication.factor", "1");
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("transaction.state.log.num.partitions", "4");
        all.put("share.coordinator.state.topic.replication.factor", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        all.put("share.coordinator.state.topic.num.partitions", "4");
    }

    private static void threadsAndMemory(Map<String, String> all) {
        all.put("num.network.threads", "2");
        all.put("num.io.threads", "4");
        all.put("background.threads", "2");
        all.put("num.replica.fetchers", "1");
        all.put("num.recovery.threads.per.data.dir", "2");
        all.put("group.coordinator.threads", "2");
        all.put("group.coordinator.background.threads", "1");
        all.put("share.coordinator.threads", "1");
        all.put("log.cleaner.threads", "1");
        all.put(
                "log.cleaner.dedupe.buffer.size",
                Long.toString(memoryForKeys(Runtime.getRuntime().maxMemory())));
        all.put("log.index.size.max.bytes", "1048576");
        all.put("offsets.load.buffer.size", "1048576");
        all.put("transaction.state.log.load.buffer.size", "1048576");
        all.put("share.coordinator.load.buffer.size", "1048576");
    }

    /**
     * What the log cleaner remembers of the keys it goes through, 24 bytes each and some more to find it: where they do
     * not fit at once, all that was compacted before is copied again for each part of them. It is taken of the heap as
     * soon as the broker starts.
     */
    static long memoryForKeys(long heap) {
        return Math.min(MOST_FOR_KEYS, Math.max(LEAST_FOR_KEYS, heap / 32));
    }

    private static void delays(Map<String, String> all) {
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("group.streams.initial.rebalance.delay.ms", "0");
        all.put("group.consumer.assignment.interval.ms", "0");
        all.put("group.share.assignment.interval.ms", "0");
        all.put("group.streams.assignment.interval.ms", "0");
        // A share group whose first try loses the race with the creation of its state topic waits this long.
        all.put("group.share.initialize.retry.interval.ms", "500");
        all.put("add.partitions.to.txn.retry.backoff.ms", "1");
        // Much shorter than this, a starved machine takes a living broker for dead.
        all.put("broker.session.timeout.ms", "9000");
        all.put("broker.heartbeat.interval.ms", "1000");
        // How late a transaction of a killed producer may be aborted after its time-out.
        all.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
    }

    /**
     * New-protocol groups notice joining and dying members in seconds; the defaults are 5 s and 45 s.
     *
     * <p>What a killed worker held is offered on partitions that are still its own: others get them when its session
     * has ended, which should be before its silence makes its leases fall due.
     */
    private static void groups(Map<String, String> all) {
        for (String kind : new String[] {"consumer", "share", "streams"}) {
            all.put("group." + kind + ".min.heartbeat.interval.ms", "500");
            all.put("group." + kind + ".heartbeat.interval.ms", kind.equals("consumer") ? "500" : "1000");
            all.put("group." + kind + ".min.session.timeout.ms", "3000");
            all.put("group." + kind + ".session.timeout.ms", kind.equals("consumer") ? "3000" : "10000");
        }
    }
}
