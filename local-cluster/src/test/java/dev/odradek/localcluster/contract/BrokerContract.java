package dev.odradek.localcluster.contract;

/** Everything the pipeline asks of a broker. */
interface BrokerContract
        extends ExactlyOnceContract, AppendTimeContract, FencingContract, ShareGroupContract, RestartContract {}
