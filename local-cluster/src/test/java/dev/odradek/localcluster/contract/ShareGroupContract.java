package dev.odradek.localcluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members of a share group take records of one partition by demand and give back what they do not do. */
interface ShareGroupContract {
    BrokerUnderTest broker();

    @Test
    @DisplayName("share groups: a released record is delivered again, an accepted one is not")
    default void releasedComesBack() {
        Clients clients = new Clients(broker().bootstrapServers());
        String topic = clients.topic(Map.of());
        String group = earliest(clients);
        clients.send(topic, "done", "given back");

        try (ShareConsumer<String, String> consumer = clients.shareConsumer(group, Map.of())) {
            consumer.subscribe(List.of(topic));
            List<ConsumerRecord<String, String>> first = take(consumer, 2);
            consumer.acknowledge(first.get(0), AcknowledgeType.ACCEPT);
            consumer.acknowledge(first.get(1), AcknowledgeType.RELEASE);
            consumer.commitSync();

            List<ConsumerRecord<String, String>> second = Clients.poll(consumer);

            assertThat(ExactlyOnceContract.values(second)).containsExactly("given back");
            assertThat(second.get(0).deliveryCount()).contains((short) 2);
            consumer.acknowledge(second.get(0));
            consumer.commitSync();
        }
    }

    @Test
    @DisplayName("share groups: with record_limit each of two members of one partition gets no more than it asks for")
    default void recordLimitSpreadsOnePartition() {
        Clients clients = new Clients(broker().bootstrapServers());
        String topic = clients.topic(Map.of());
        String group = earliest(clients);
        clients.send(topic, "0", "1", "2", "3");
        Map<String, String> one = Map.of("share.acquire.mode", "record_limit", "max.poll.records", "1");

        try (ShareConsumer<String, String> left = clients.shareConsumer(group, one);
                ShareConsumer<String, String> right = clients.shareConsumer(group, one)) {
            left.subscribe(List.of(topic));
            right.subscribe(List.of(topic));

            List<ConsumerRecord<String, String>> ofLeft = Clients.poll(left);
            List<ConsumerRecord<String, String>> ofRight = Clients.poll(right);

            assertThat(ofLeft).hasSize(1);
            assertThat(ofRight).hasSize(1);
            assertThat(ofLeft.get(0).offset()).isNotEqualTo(ofRight.get(0).offset());
            left.acknowledge(ofLeft.get(0));
            right.acknowledge(ofRight.get(0));
        }
    }

    private static List<ConsumerRecord<String, String>> take(ShareConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> taken = new ArrayList<>(Clients.poll(consumer));
        assertThat(taken).as("sent in one flush, so fetched together").hasSize(count);
        return taken;
    }

    /** A share group starts at the end of the topic unless its own configuration says otherwise. */
    private static String earliest(Clients clients) {
        String group = Clients.unique("share");
        try (Admin admin = clients.admin()) {
            AlterConfigOp earliest =
                    new AlterConfigOp(new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), List.of(earliest)))
                    .all()
                    .get();
            return group;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
