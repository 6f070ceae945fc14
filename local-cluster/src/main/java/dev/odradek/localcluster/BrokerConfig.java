package dev.odradek.localcluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a local broker keeps its data and how clients reach it.
 *
 * @param dataDir kept across restarts
 * @param port asked for; 0 takes any free one
 * @param portFallback whether a taken port may be replaced by a free one
 * @param bindHost the interface it listens on, loopback unless told otherwise
 * @param advertised host:port that clients are told to use instead of the bound one, such as a proxy's
 * @param overrides broker properties that win over ours
 */
public record BrokerConfig(
        Path dataDir,
        int port,
        boolean portFallback,
        String bindHost,
        Optional<String> advertised,
        Map<String, String> overrides) {

    public static final String LOOPBACK = "127.0.0.1";

    public BrokerConfig {
        dataDir = dataDir.toAbsolutePath().normalize();
        overrides = Map.copyOf(overrides);
        if (port < 0 || port > 65_535) {
            throw new LocalClusterException("The broker port must be between 0 and 65535, was " + port + ".");
        }
        if (bindHost.isBlank()) {
            throw new LocalClusterException("The broker's bind host must not be blank; use " + LOOPBACK + ".");
        }
    }

    /** Any free port on loopback. */
    public static BrokerConfig in(Path dataDir) {
        return new BrokerConfig(dataDir, 0, true, LOOPBACK, Optional.empty(), Map.of());
    }

    /** This port if it is free, any other if not. */
    public BrokerConfig preferringPort(int preferred) {
        return new BrokerConfig(dataDir, preferred, true, bindHost, advertised, overrides);
    }

    /** This port or none. */
    public BrokerConfig onPort(int fixed) {
        return new BrokerConfig(dataDir, fixed, false, bindHost, advertised, overrides);
    }

    public BrokerConfig boundTo(String host) {
        return new BrokerConfig(dataDir, port, portFallback, host, advertised, overrides);
    }

    public BrokerConfig advertisedAs(String hostAndPort) {
        return new BrokerConfig(dataDir, port, portFallback, bindHost, Optional.of(hostAndPort), overrides);
    }

    public BrokerConfig with(String property, String value) {
        Map<String, String> more = new TreeMap<>(overrides);
        more.put(property, value);
        return new BrokerConfig(dataDir, port, portFallback, bindHost, advertised, more);
    }
}
