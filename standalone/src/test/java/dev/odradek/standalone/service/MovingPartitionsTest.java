package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.read.Alarms;
import dev.odradek.statestore.read.Reads;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.topics.TopicPlan;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered while the rows are between two instances: to Streams that is the same as not yet started. */
class MovingPartitionsTest {
    private final KafkaStreams streams = notStarted();
    private final Reads core = new Reads(streams, TopicPlan.defaults(), Alarms.NONE, 0);
    private final ReadRoutes routes = new ReadRoutes(
            Optional.of(core),
            new ListRoutes(
                    () -> {
                        throw DatabaseException.saying("There is no read model.");
                    },
                    Optional::empty),
            Optional.empty());

    @AfterEach
    void close() {
        streams.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/items/a", "/v1/items/a/why", "/v1/machines", "/v1/schedules"})
    void aReadIsToBeAskedAgain(String path) {
        Reply reply = routes.get(path, null);

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.body()).contains("moving", "again");
    }

    @Test
    void aPartitionThatMovesCountsAsNotRaisedYet() {
        assertThat(core.level(0)).isEqualTo(Meta.FIRST.level());
    }

    @Test
    void whatIsNotFoundWhileAPartitionIsElsewhereMayBeThere() {
        assertThat(core.isWhole()).isFalse();
    }

    private static KafkaStreams notStarted() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("anything");
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "moving");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
        return new KafkaStreams(builder.build(), properties);
    }
}
