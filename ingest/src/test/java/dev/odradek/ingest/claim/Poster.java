package dev.odradek.ingest.claim;

import dev.odradek.ingest.IngestRig;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Posts items straight to the log. */
final class Poster implements AutoCloseable {
    private final CommandWriter writer;
    private final int partitions;

    Poster(Connection connection) {
        this.writer = new CommandWriter(connection);
        this.partitions = connection.plan().partitions();
    }

    /** A machine with one queue, both of this name. */
    void define(IngestRig rig, String name, String more) {
        rig.defineYaml(yaml(name, more));
    }

    static String yaml(String name, String more) {
        return """
                machine: %1$s
                axes:
                  status:
                    initial: queued
                    states: [queued, running, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: %1$s, from: queued, into: running, done: done%2$s}
                """.formatted(name, more);
    }

    String post(String machine, String payload) {
        return post(IngestRig.TENANT, machine, payload);
    }

    String post(String tenant, String machine, String payload) {
        String id = Ids.fresh();
        post(tenant, NewItem.of(id, machine, Json.parse(payload)));
        return id;
    }

    /** An item of this id on each partition. */
    void postEverywhere(String machine, String id) {
        Set<Integer> seen = new HashSet<>();
        for (int key = 0; seen.size() < partitions; key++) {
            if (seen.add(Routing.partition(IngestRig.TENANT, "key" + key, partitions))) {
                post(IngestRig.TENANT, new NewItem(id, machine, 0, "key" + key, Json.parse("{}"), 0));
            }
        }
    }

    private void post(String tenant, NewItem item) {
        writer.send(CommandRecord.of(tenant, Ids.fresh(), item.ownKey(), new ItemCommand.Create(item, null)))
                .join();
    }

    List<String> postMany(String machine, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = Ids.fresh();
            ids.add(id);
            NewItem item = NewItem.of(id, machine, Json.parse("{\"n\": " + i + "}"));
            var unused = writer.send(
                    CommandRecord.of(IngestRig.TENANT, Ids.fresh(), id, new ItemCommand.Create(item, null)));
        }
        writer.flush();
        return ids;
    }

    @Override
    public void close() {
        writer.close();
    }
}
