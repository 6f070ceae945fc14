package dev.odradek.ingest.audit;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.event.AuditRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows what operators have done of late. */
@RestController
final class AuditController {
    private static final Logger LOG = LoggerFactory.getLogger(AuditController.class);
    /** So many are looked through for those of a tenant. */
    private static final int LOOKED_AT = 2_000;

    private static final int MOST = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Connection connection;
    private final TopicPartition audit;

    AuditController(Connection connection) {
        this.connection = connection;
        this.audit = new TopicPartition(connection.plan().audit(), 0);
    }

    /** One thing that was done. */
    record Done(long at, String who, String action, String target, int status) {}

    /** The newest first. */
    @Needs(Scope.OPERATE)
    @GetMapping("/v1/audit")
    Map<String, Object> audit(Access access) {
        try {
            List<Done> done = read(access.tenant());
            Collections.reverse(done);
            return Map.of("audit", done.subList(0, Math.min(MOST, done.size())));
        } catch (KafkaException e) {
            LOG.atDebug().setCause(e).log("the audit could not be read");
            throw Problem.BROKER_AWAY.because("The audit could not be read within " + PATIENCE.toSeconds()
                    + " s, for Kafka does not answer; try again.");
        }
    }

    private List<Done> read(String tenant) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<Done> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(audit));
            long end = consumer.endOffsets(List.of(audit), PATIENCE).getOrDefault(audit, 0L);
            consumer.seek(audit, Math.max(0, end - LOOKED_AT));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (consumer.position(audit, PATIENCE) < end && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> take(record, tenant, found));
            }
        }
        return found;
    }

    private static void take(ConsumerRecord<byte[], byte[]> record, String tenant, List<Done> found) {
        try {
            AuditRecord done = Formats.AUDIT.read(record.value());
            if (done.tenant().equals(tenant)) {
                found.add(new Done(record.timestamp(), done.who(), done.action(), done.target(), done.status()));
            }
        } catch (UnreadableException e) {
            LOG.atDebug().setCause(e).log("skipped an unreadable record of the audit");
        }
    }
}
