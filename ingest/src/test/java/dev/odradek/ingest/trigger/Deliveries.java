package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.machine.Fault;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Webhooks and calls of them, as tests need them. */
final class Deliveries {
    static final Instant NOW = Instant.ofEpochSecond(1_790_000_000);
    static final String SECRET = "s3cr3t-shared-with-the-sender";
    static final Path FILES = Path.of("src/test/resources/triggers");

    private Deliveries() {}

    static TriggerDefinition trigger(String name) {
        return TriggerFiles.read(FILES).get(name);
    }

    static TriggerDefinition parse(String yaml) {
        List<Fault> faults = new ArrayList<>();
        TriggerDefinition read = TriggerReader.read(new YAMLMapper().readTree(yaml), faults);
        if (!faults.isEmpty()) {
            throw new AssertionError(faults);
        }
        return read;
    }

    static Verdict judge(TriggerDefinition trigger, Delivery delivery) {
        return new TriggerJudge(trigger, name -> Optional.of(SECRET)).judge(delivery);
    }

    static Delivery plain(String body) {
        return new Delivery(Map.of(), body.getBytes(UTF_8), NOW, true);
    }

    /** Signed as the trigger wants it, at its time. */
    static Delivery signed(TriggerDefinition trigger, String body, Instant at) {
        String timestamp = String.valueOf(at.getEpochSecond());
        byte[] bytes = body.getBytes(UTF_8);
        Delivery bare = new Delivery(Map.of(), bytes, NOW, false);
        Delivery signed =
                with(bare, trigger.signature().header(), trigger.signature().sign(SECRET, timestamp, bytes));
        return trigger.replay() == null ? signed : with(signed, trigger.replay().header(), timestamp);
    }

    static Delivery signed(TriggerDefinition trigger, String body) {
        return signed(trigger, body, NOW);
    }

    static Delivery with(Delivery delivery, String header, String value) {
        Map<String, String> headers = new TreeMap<>(delivery.headers());
        headers.put(header.toLowerCase(Locale.ROOT), value);
        return new Delivery(headers, delivery.body(), delivery.at(), delivery.near());
    }

    static Delivery far(Delivery delivery) {
        return new Delivery(delivery.headers(), delivery.body(), delivery.at(), false);
    }
}
