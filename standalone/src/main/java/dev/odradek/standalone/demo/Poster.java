package dev.odradek.standalone.demo;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.CommandWriter.Written;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Posts items and keeps a ledger of those the broker acknowledged, which is all a producer is ever told. */
final class Poster {
    private static final int BATCH = 200;

    private final Connection connection;
    private final String tenant;
    private final String machine;
    private final Ledger ledger;

    Poster(Connection connection, String tenant, String machine, Ledger ledger) {
        this.connection = connection;
        this.tenant = tenant;
        this.machine = machine;
        this.ledger = ledger;
    }

    /** Posts {@code count} items whose ids start with {@code prefix}. */
    void post(String prefix, int count) {
        try (CommandWriter writer = new CommandWriter(connection)) {
            for (int from = 0; from < count; from += BATCH) {
                Map<String, CompletableFuture<Written>> sent = new LinkedHashMap<>();
                for (int n = from; n < Math.min(count, from + BATCH); n++) {
                    String id = prefix + String.format("%06d", n);
                    sent.put(id, writer.send(command(id, n)));
                }
                List<String> acknowledged = new ArrayList<>();
                sent.forEach((id, written) ->
                        acknowledged.add(id + "\t" + written.join().timestamp()));
                ledger.appendAll(acknowledged);
            }
        }
    }

    private CommandRecord command(String id, int n) {
        NewItem item = NewItem.of(
                id,
                machine,
                Json.mapper().createObjectNode().put("n", n).put("source", "https://example.org/reports/" + n));
        return CommandRecord.of(tenant, Ids.fresh(), item.ownKey(), new Create(item, null));
    }
}
