package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A broker whose port is taken")
class BrokerPortIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("takes another if the port was only preferred, and says which")
    void preferredPortTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedBroker broker =
                        EmbeddedBroker.start(BrokerConfig.in(dir).preferringPort(taken.getLocalPort()))) {
            assertThat(broker.tookAnotherPort()).isTrue();
            assertThat(broker.port()).isNotEqualTo(taken.getLocalPort()).isPositive();
            assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + broker.port());
        }
    }

    @Test
    @DisplayName("refuses to start if the port was fixed, in one sentence with the remedy")
    void fixedPortTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(dir).onPort(port)))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessage(
                            "Port %d on 127.0.0.1 is taken by another process; stop that process or choose another"
                                    + " port.",
                            port);
        }
    }
}
