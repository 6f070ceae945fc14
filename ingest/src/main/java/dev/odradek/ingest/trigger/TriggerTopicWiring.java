package dev.odradek.ingest.trigger;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** How the triggers topic is read: in batches, committed when they are done, bad records to the dead letters. */
@Configuration(proxyBeanMethods = false)
@EnableKafka
class TriggerTopicWiring {
    @Bean
    TriggerLetters triggerLetters(Connection connection) {
        return new TriggerLetters(connection);
    }

    @Bean
    ConcurrentKafkaListenerContainerFactory<byte[], byte[]> triggerListeners(
            Connection connection, TriggerLetters letters) {
        ConcurrentKafkaListenerContainerFactory<byte[], byte[]> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(consumer(connection)));
        factory.setBatchListener(true);
        factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.BATCH);
        factory.getContainerProperties().setPollTimeout(Connection.GROUP_POLL_MS);
        factory.setCommonErrorHandler(errorHandler(letters));
        return factory;
    }

    /** A bad record is let go at once; while the broker or the core is away, the same is tried until it is back. */
    private static DefaultErrorHandler errorHandler(TriggerLetters letters) {
        ExponentialBackOff backOff = new ExponentialBackOff(10, 2);
        backOff.setMaxInterval(5_000);
        DefaultErrorHandler handler = new DefaultErrorHandler(letters, backOff);
        handler.addNotRetryableExceptions(BadTriggerException.class);
        // The rest of the batch is taken from memory: fetching it anew would take half a second for each bad record.
        handler.setSeekAfterError(false);
        handler.setLogLevel(KafkaException.Level.DEBUG);
        return handler;
    }

    private static Map<String, Object> consumer(Connection connection) {
        TopicPlan plan = connection.plan();
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Math.max(1 << 20, 2 * plan.maxBytes()));
        return properties;
    }
}
