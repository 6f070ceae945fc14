package dev.odradek.localcluster;

import java.util.List;

/** The ports one start of a broker will bind: for clients, for itself and for its controller. */
record BrokerPorts(int client, int internal, int controller) {

    static BrokerPorts choose(BrokerConfig config) {
        String host = config.bindHost();
        boolean free = Ports.canHave(host, config.port(), config.portFallback());
        List<Integer> others = Ports.free(host, 3);
        return new BrokerPorts(free ? config.port() : others.get(0), others.get(1), others.get(2));
    }
}
