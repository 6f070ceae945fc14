package dev.odradek.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.settings.Connection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows the notifications of a tenant; whenever it is cut off it goes on after the last one it saw. */
final class FeedFollower {
    private final URI url;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** The newest version told of each row of items, by id and partition. */
    private final Map<String, Long> versions = new HashMap<>();

    /** The place of each notification that was heard. */
    private final Set<Long> heard = new TreeSet<>();

    private long last;
    private long seen;
    private int resets;

    /** @param last what it has seen last; -1: nothing */
    FeedFollower(String url, long last) {
        this.url = URI.create(url + "/v1/notifications");
        this.last = last;
    }

    /** Opens a stream, reads so many notifications, and cuts it off in the middle of whatever follows. */
    void read(int notifications) throws IOException, InterruptedException {
        long until = seen + notifications;
        read(() -> seen >= until);
    }

    /** The same until there is enough. */
    void read(BooleanSupplier enough) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = http.send(
                HttpRequest.newBuilder(url)
                        .header("Last-Event-ID", Long.toString(last))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            long id = last;
            String event = "";
            while (!enough.getAsBoolean()) {
                String line = lines.readLine();
                if (line == null) {
                    return;
                }
                if (line.startsWith("id: ")) {
                    id = Long.parseLong(line.substring("id: ".length()));
                } else if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && event.isEmpty()) {
                    take(id, JsonMapper.shared().readTree(line.substring("data: ".length())));
                } else if (line.isEmpty()) {
                    if (event.equals("reset")) {
                        resets++;
                        last = id;
                    }
                    event = "";
                }
            }
        }
    }

    private void take(long id, JsonNode told) {
        assertThat(id).as("each once, in order").isGreaterThan(last);
        last = id;
        heard.add(id);
        seen++;
        if (told.path("table").asString().equals("items")) {
            versions.merge(
                    told.path("id").asString() + "/" + told.path("partition").asInt(),
                    told.path("version").asLong(),
                    Math::max);
        }
    }

    /** Whether each row was told in the version it has, or a later one. */
    boolean knows(Map<String, Long> rows) {
        return rows.entrySet().stream().allMatch(row -> versions.getOrDefault(row.getKey(), -1L) >= row.getValue());
    }

    Set<Long> heard() {
        return heard;
    }

    long last() {
        return last;
    }

    /** The places of all notifications up to this one, as they stand in Kafka. */
    static Set<Long> written(Connection connection, long last) {
        TopicPartition told = new TopicPartition(connection.plan().notifications(), 0);
        Set<Long> written = new TreeSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                connection.clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(told));
            consumer.seekToBeginning(List.of(told));
            while (consumer.position(told) <= last) {
                consumer.poll(Duration.ofSeconds(1)).forEach(each -> written.add(each.offset()));
            }
        }
        written.removeIf(each -> each > last);
        return written;
    }

    int resets() {
        return resets;
    }
}
