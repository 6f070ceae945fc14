package dev.odradek.localcluster.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;

@DisplayName("A broker in a container keeps the contract")
@EnabledIf(value = "dev.odradek.localcluster.contract.Docker#isPresent", disabledReason = Docker.ABSENT)
class ContainerBrokerContractIT {

    @Nested
    @DisplayName("A container of the oldest supported broker keeps the contract")
    class Oldest extends InContainer {
        Oldest() {
            super("apache/kafka:4.2.0");
        }
    }

    @Nested
    @DisplayName("A container of the newest supported broker keeps the contract")
    class Newest extends InContainer {
        Newest() {
            super("apache/kafka:4.3.1");
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class InContainer implements BrokerContract {
        private final ContainerBroker broker;

        InContainer(String image) {
            broker = new ContainerBroker(image);
        }

        @BeforeAll
        void start() {
            broker.start();
        }

        @AfterAll
        void stop() {
            broker.close();
        }

        @Override
        public BrokerUnderTest broker() {
            return broker;
        }
    }
}
