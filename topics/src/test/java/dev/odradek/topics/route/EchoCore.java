package dev.odradek.topics.route;

import dev.odradek.topics.RealBroker;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Stands for the core: answers every command, twice, with the partition it stood on. */
final class EchoCore implements AutoCloseable {
    final List<CommandRecord> seen = new CopyOnWriteArrayList<>();

    private final Connection connection;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = new Thread(this::run, "echo-core");
    private volatile boolean closed;

    EchoCore(Connection connection) {
        this.connection = connection;
        this.producer = RealBroker.producer(connection, Map.of());
        thread.start();
    }

    private void run() {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = IntStream.range(0, connection.plan().partitions())
                    .mapToObj(p -> new TopicPartition(connection.plan().commands(), p))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (!closed) {
                consumer.poll(Duration.ofMillis(100)).forEach(this::answer);
            }
        }
    }

    private void answer(ConsumerRecord<byte[], byte[]> record) {
        CommandRecord command = Formats.COMMANDS.read(record.value());
        seen.add(command);
        AnswerRecord answer = new AnswerRecord(
                1,
                command.tenant(),
                new Cause(record.partition(), record.offset(), 0),
                command.asker().id(),
                command.id(),
                new Answer.Applied(
                        "partition-" + record.partition(), command.command().type(), 0));
        byte[] bytes = Formats.ANSWERS.write(answer);
        for (int copy = 0; copy < 2; copy++) {
            producer.send(new ProducerRecord<>(
                    connection.plan().answers(), command.asker().slot(), null, bytes));
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
