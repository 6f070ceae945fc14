package dev.odradek.ingest.trigger;

import dev.odradek.ingest.trigger.Action.CreateItem;
import dev.odradek.ingest.trigger.Action.MoveItem;
import dev.odradek.ingest.trigger.Verdict.Ignored;
import dev.odradek.ingest.trigger.Verdict.Reason;
import dev.odradek.ingest.trigger.Verdict.Refused;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what follows from a delivery. Pure: the same delivery, secret and time give the same verdict. */
final class TriggerJudge {
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final int LONGEST = 255;

    private final TriggerDefinition trigger;
    private final Function<String, Optional<String>> secrets;

    TriggerJudge(TriggerDefinition trigger, Function<String, Optional<String>> secrets) {
        this.trigger = trigger;
        this.secrets = secrets;
    }

    Verdict judge(Delivery delivery) {
        JsonNode body = parse(delivery.body());
        Optional<Verdict> handshake = echo(delivery, body, true);
        if (handshake.isPresent()) {
            return handshake.get();
        }
        Optional<Verdict> distrust = distrust(delivery);
        if (distrust.isPresent()) {
            return distrust.get();
        }
        if (body.isMissingNode()) {
            return refused(Reason.BAD_REQUEST, "The body must be JSON, and is not; send the event as one JSON object.");
        }
        return echo(delivery, body, false)
                .or(() -> missing(delivery, body))
                .or(() -> unwanted(delivery, body))
                .orElseGet(() -> act(delivery, body));
    }

    private static JsonNode parse(byte[] body) {
        try {
            JsonNode read = Json.mapper().readTree(body);
            return read == null ? MissingNode.getInstance() : read;
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** Those that need no signature are answered before it is asked for: the sender has no secret yet. */
    private Optional<Verdict> echo(Delivery delivery, JsonNode body, boolean unsigned) {
        return trigger.respond().stream()
                .filter(each -> each.unsigned() == unsigned && each.isMeant(delivery, body))
                .findFirst()
                .map(each -> new Verdict.Echoed(each.answer(body)));
    }

    private Optional<Verdict> distrust(Delivery delivery) {
        Signature signature = trigger.signature();
        if (signature == null) {
            return delivery.near()
                    ? Optional.empty()
                    : Optional.of(refused(
                            Reason.FORBIDDEN,
                            "The trigger " + trigger.name() + " has no signature, so that only the machine it runs on"
                                    + " may call it; give its definition one."));
        }
        Optional<String> secret = secrets.apply(signature.secretEnv());
        if (secret.isEmpty()) {
            return Optional.of(refused(
                    Reason.NO_SECRET,
                    "The trigger " + trigger.name() + " cannot check signatures; set the environment variable "
                            + signature.secretEnv() + " to the secret it shares with the sender."));
        }
        return unproven(delivery, signature, secret.get());
    }

    private Optional<Verdict> unproven(Delivery delivery, Signature signature, String secret) {
        Replay replay = trigger.replay();
        Optional<String> timestamp = replay == null ? Optional.of("") : delivery.header(replay.header());
        Optional<String> given = delivery.header(signature.header());
        if (given.isEmpty() || timestamp.isEmpty()) {
            String absent = given.isEmpty() || replay == null ? signature.header() : replay.header();
            return Optional.of(refused(Reason.BAD_SIGNATURE, "The header " + absent + " is missing."));
        }
        if (!signature.matches(given.get(), secret, timestamp.get(), delivery.body())) {
            return Optional.of(refused(
                    Reason.BAD_SIGNATURE,
                    signature.header() + " must be " + signature.prefix()
                            + " and the HMAC-SHA256 of " + signature.over() + " under the shared secret, and is not;"
                            + " check that the sender and " + signature.secretEnv() + " hold the same secret."));
        }
        if (replay != null && !replay.allows(timestamp.get(), delivery.at())) {
            return Optional.of(refused(
                    Reason.REPLAYED,
                    replay.header() + " must be within " + replay.window().toSeconds()
                            + " s of the time here, and is not; send the event anew, or set the clocks."));
        }
        return Optional.empty();
    }

    private Optional<Verdict> missing(Delivery delivery, JsonNode body) {
        String names = trigger.require().stream()
                .filter(each -> Source.isBlank(each.of(delivery, body)))
                .map(Source::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(refused(
                        Reason.BAD_REQUEST, "The body must have " + names + ", and there is nothing or a blank text."));
    }

    private Optional<Verdict> unwanted(Delivery delivery, JsonNode body) {
        return trigger.ignore().stream()
                .filter(each -> each.holds(delivery, body))
                .findFirst()
                .map(each -> new Ignored(each.toString()));
    }

    private Verdict act(Delivery delivery, JsonNode body) {
        Optional<String> eventId = eventId(delivery, body);
        if (trigger.dedup() != null && eventId.isEmpty()) {
            return refused(
                    Reason.BAD_REQUEST, "The event's id must be in " + trigger.dedup() + ", and there is nothing.");
        }
        if (eventId.filter(id -> !isName(id)).isPresent()) {
            return refused(
                    Reason.BAD_REQUEST, "The event's id must have at most " + LONGEST + " printable characters.");
        }
        return trigger.action() instanceof MoveItem move
                ? move(move, delivery, body, eventId.orElse(null))
                : create((CreateItem) trigger.action(), delivery, body, eventId.orElse(null));
    }

    private Optional<String> eventId(Delivery delivery, JsonNode body) {
        Source dedup = trigger.dedup();
        if (dedup != null) {
            return Optional.of(dedup.textOf(delivery, body)).filter(each -> !each.isBlank());
        }
        Signature signature = trigger.signature();
        // What was signed, its time included, is the event; a header that is not signed could be changed for a replay.
        return signature == null
                ? delivery.header(IDEMPOTENCY_KEY)
                : delivery.header(signature.header()).map(proven -> Ids.derived("signature", proven));
    }

    private Verdict create(CreateItem create, Delivery delivery, JsonNode body, @Nullable String eventId) {
        if (create.payload() == null && !body.isObject()) {
            return refused(Reason.BAD_REQUEST, "The body must be a JSON object, since it becomes the item's payload.");
        }
        ObjectNode payload = create.payload() == null ? (ObjectNode) body : mapped(create.payload(), delivery, body);
        String key = key(create.partitionKey(), delivery, body);
        if (key != null && !isName(key)) {
            return refused(
                    Reason.BAD_REQUEST,
                    "The partition key in " + create.partitionKey() + " must have at most " + LONGEST
                            + " printable characters.");
        }
        String id = eventId == null ? Ids.fresh() : itemId(trigger.tenant(), trigger.name(), eventId);
        return new Verdict.Create(id, create.machine(), key, payload, eventId);
    }

    /** No header can hold a line break: what an idempotency key stands for is never what an event stands for. */
    static String itemId(String tenant, String trigger, String eventId) {
        return Ids.forKey(tenant, "trigger\n" + trigger + "\n" + eventId);
    }

    private Verdict move(MoveItem move, Delivery delivery, JsonNode body, @Nullable String eventId) {
        String found = move.id().textOf(delivery, body);
        if (found.isBlank()) {
            return refused(Reason.BAD_REQUEST, "The item's id must be in " + move.id() + ", and there is nothing.");
        }
        List<String> names = move.eitherHyphens() ? Hyphens.eitherWay(found) : List.of(found);
        String template = move.key();
        List<String> itemIds = names.stream()
                .map(each ->
                        template == null ? each : Ids.forKey(trigger.tenant(), template.replace(MoveItem.ID, each)))
                .toList();
        ObjectNode patch = mapped(move.patch(), delivery, body);
        return new Verdict.Move(
                itemIds, key(move.partitionKey(), delivery, body), move.axis(), move.to(), patch, eventId);
    }

    private static ObjectNode mapped(Map<String, Source> fields, Delivery delivery, JsonNode body) {
        ObjectNode mapped = JsonNodeFactory.instance.objectNode();
        fields.forEach((name, source) -> {
            JsonNode value = source.of(delivery, body);
            if (!value.isMissingNode()) {
                mapped.set(name, value);
            }
        });
        return mapped;
    }

    private static @Nullable String key(@Nullable Source source, Delivery delivery, JsonNode body) {
        String text = source == null ? "" : source.textOf(delivery, body);
        return text.isBlank() ? null : text;
    }

    /** The core takes no other names, and nobody would hear its refusal any more. */
    private static boolean isName(String text) {
        return text.length() <= LONGEST && text.chars().noneMatch(Character::isISOControl);
    }

    private static Verdict refused(Reason reason, String detail) {
        return new Refused(reason, detail);
    }
}
