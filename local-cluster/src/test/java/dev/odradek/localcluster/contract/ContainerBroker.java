package dev.odradek.localcluster.contract;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** Testcontainers' Kafka on a host port of its own choice, because a restart would change a mapped one. */
final class ContainerBroker implements BrokerUnderTest {
    private static final int KAFKA_PORT = 9092;
    private final KafkaContainer container;

    ContainerBroker(String image) {
        int port = freePort();
        container = new KafkaContainer(DockerImageName.parse(image))
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR", "1")
                .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR", "1")
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = create.getHostConfig() == null ? new HostConfig() : create.getHostConfig();
                    create.withHostConfig(host.withPortBindings(PortBinding.parse(port + ":" + KAFKA_PORT)));
                });
    }

    void start() {
        container.start();
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public void restart() {
        container
                .getDockerClient()
                .restartContainerCmd(container.getContainerId())
                .exec();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(this::answers);
    }

    @Override
    public void close() {
        container.close();
    }

    private boolean answers() throws Exception {
        try (Admin admin = new Clients(bootstrapServers()).admin()) {
            return !admin.describeCluster().nodes().get().isEmpty();
        }
    }

    private static int freePort() {
        try (ServerSocket probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
