package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.ingest.access.Tenants;
import dev.odradek.ingest.item.ItemBody;
import dev.odradek.topics.format.Unreadable;
import dev.odradek.topics.route.CloudEvents;
import dev.odradek.topics.route.Ids;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a record of the triggers topic asks for: an item as over HTTP, and whose it is. */
record TopicTrigger(String tenant, ItemBody item) {
    /** Reads a record, or throws {@link BadTriggerException} with what is wrong with it. */
    static TopicTrigger read(ConsumerRecord<byte[], byte[]> record, JsonMapper mapper) {
        JsonNode json = parse(record.value(), mapper);
        if (!(json instanceof ObjectNode object)) {
            throw new BadTriggerException("bad_request: the value must be a JSON object as for POST /v1/items");
        }
        JsonNode tenant = object.remove("tenant");
        String name = tenant == null || tenant.isNull() ? Tenants.DEFAULT : tenant.isString() ? tenant.asString() : "";
        if (!Tenants.isSound(name)) {
            throw new BadTriggerException("bad_request: tenant must hold 1 to 63 letters, digits, _ and -");
        }
        try {
            ItemBody body = mapper.treeToValue(object, ItemBody.class);
            return new TopicTrigger(name, body.idempotencyKey() == null ? keyed(body, key(record)) : body);
        } catch (JacksonException e) {
            throw new BadTriggerException("bad_request: " + Unreadable.why(e));
        }
    }

    private static JsonNode parse(byte @Nullable [] value, JsonMapper mapper) {
        try {
            return mapper.readTree(value == null ? new byte[0] : value);
        } catch (JacksonException e) {
            throw new BadTriggerException("bad_request: the value must be JSON: " + Unreadable.why(e));
        }
    }

    /** What the record is known by, so that a second delivery of it creates nothing more. */
    static String key(ConsumerRecord<byte[], byte[]> record) {
        Optional<String> id = header(record, CloudEvents.ID);
        if (id.isPresent()) {
            // Both together name an event; hashed, since they may be longer than a key.
            return Ids.derived("cloudevent", header(record, CloudEvents.SOURCE).orElse(""), id.get());
        }
        // With the time: in a topic that was made anew, the offsets begin again.
        return record.topic() + "-" + record.partition() + "-" + record.offset() + "@" + record.timestamp();
    }

    private static ItemBody keyed(ItemBody body, String key) {
        return new ItemBody(body.machine(), body.payload(), body.partitionKey(), key, body.delayMs(), body.startAt());
    }

    private static Optional<String> header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), UTF_8)).filter(text -> !text.isBlank());
    }
}
