package dev.odradek.localcluster.contract;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The embedded broker keeps the contract")
class EmbeddedBrokerContractIT implements BrokerContract {
    @TempDir
    static Path dataDir;

    private static Embedded broker;

    @BeforeAll
    static void start() {
        broker = new Embedded();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Override
    public BrokerUnderTest broker() {
        return broker;
    }

    private static final class Embedded implements BrokerUnderTest {
        private EmbeddedBroker running = EmbeddedBroker.start(BrokerConfig.in(dataDir));

        @Override
        public String bootstrapServers() {
            return running.bootstrapServers();
        }

        @Override
        public void restart() {
            running.close();
            running = EmbeddedBroker.start(BrokerConfig.in(dataDir).onPort(running.port()));
        }

        @Override
        public void close() {
            running.close();
        }
    }
}
