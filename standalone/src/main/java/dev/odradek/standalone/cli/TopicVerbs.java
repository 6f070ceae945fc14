package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.TopicCensus;
import dev.odradek.standalone.client.TopicCensus.TopicView;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb about topics. */
final class TopicVerbs {
    private TopicVerbs() {}

    @Command(
            name = "topics",
            mixinStandardHelpOptions = true,
            description = "List every topic: what it must be, and what the cluster has.",
            footer = {"", "Examples:", "  ./odradek topics", "  ./odradek topics --bootstrap kafka-1:9092 --json"})
    static int topics(@Mixin Common common) {
        Connection connection = BrokerProbe.reach(common.whereabouts().connection());
        List<TopicView> topics;
        try (Admin admin = Admin.create(connection.clientProperties())) {
            topics = TopicCensus.take(admin, connection.plan());
        }
        common.out().show(topics, () -> {
            Table table = new Table("TOPIC", "PARTITIONS", "KEPT", "STATE");
            topics.forEach(topic -> table.row(topic.topic(), topic.partitions(), topic.kept(), topic.state()));
            return table.toString();
        });
        return Exit.OK.code();
    }
}
