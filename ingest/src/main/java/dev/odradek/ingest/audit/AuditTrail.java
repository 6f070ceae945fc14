package dev.odradek.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Gate;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.topics.event.AuditRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/** Writes to {@code audit} whatever was asked for with the scope operate and is no mere look, once it is answered. */
@Component
final class AuditTrail implements HandlerInterceptor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    AuditTrail(Connection connection) {
        this.topic = connection.plan().audit();
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        // Nobody waits for it: an answer is not late for its record.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000L);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (!isOperation(request, handler) || !(request.getAttribute(Gate.ACCESS) instanceof Access access)) {
            return;
        }
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        AuditRecord record = new AuditRecord(
                AuditRecord.SCHEMA,
                access.tenant(),
                access.tokenId() == null ? AuditRecord.THIS_MACHINE : access.tokenId(),
                request.getMethod() + " " + pattern,
                request.getRequestURI(),
                response.getStatus());
        try {
            var unused = producer.send(
                    new ProducerRecord<>(topic, 0, access.tenant().getBytes(UTF_8), Formats.AUDIT.write(record)),
                    (written, error) -> {
                        if (error != null) {
                            lost(record, error);
                        }
                    });
        } catch (KafkaException e) {
            lost(record, e);
        }
    }

    private static boolean isOperation(HttpServletRequest request, Object handler) {
        if (request.getMethod().equals("GET") || !(handler instanceof HandlerMethod method)) {
            return false;
        }
        Needs needs = method.getMethodAnnotation(Needs.class);
        return needs != null && Arrays.asList(needs.value()).contains(Scope.OPERATE);
    }

    /** The log of this process is the next best place. */
    private static void lost(AuditRecord record, Exception why) {
        LOG.atError().setCause(why).log("could not be written to the audit: {}", record);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}
