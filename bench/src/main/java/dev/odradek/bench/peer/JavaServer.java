package dev.odradek.bench.peer;

import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.Server;
import java.util.Map;

/** A server whose workers and producers are processes of ours with its Java library. */
interface JavaServer extends Server {

    JavaAgents agents();

    @Override
    default Agent worker(Map<String, String> options) {
        return agents().worker(options);
    }

    @Override
    default Agent producer() {
        return agents().producer(Map.of());
    }
}
