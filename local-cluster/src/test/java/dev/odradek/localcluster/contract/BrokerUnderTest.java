package dev.odradek.localcluster.contract;

/** A broker that a contract may use, stop and start again on the same data. */
interface BrokerUnderTest extends AutoCloseable {
    String bootstrapServers();

    /** Stopped in order and started on the same data; the address may change. */
    void restart();

    @Override
    void close();
}
