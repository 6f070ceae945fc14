package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.settings.Connection;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Everything that was ever written to the broker, as one text to search. */
final class AllTopics {
    private AllTopics() {}

    static String bytes(Connection connection) throws Exception {
        StringBuilder all = new StringBuilder();
        try (Admin admin = Admin.create(connection.clientProperties())) {
            for (ConsumerRecord<byte[], byte[]> record :
                    Records.of(connection, admin.listTopics().names().get())) {
                append(all, record.key());
                append(all, record.value());
                record.headers().forEach(header -> append(all, header.value()));
            }
        }
        return all.toString();
    }

    private static void append(StringBuilder all, byte[] bytes) {
        if (bytes != null) {
            all.append(new String(bytes, UTF_8)).append('\n');
        }
    }
}
