package dev.odradek.topics.route;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Which partition a key belongs to; fixed for the life of a prefix. */
public final class Routing {
    private Routing() {}

    public static int partition(String tenant, String key, int partitions) {
        byte[] bytes = (tenant + "/" + key).getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
    }

    /** The partition that gives a machine's definitions their versions. */
    public static int home(String tenant, String machine, int partitions) {
        return partition(tenant, "machine/" + machine, partitions);
    }
}
