package dev.odradek.localcluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where a local PostgreSQL keeps its data and how clients reach it.
 *
 * @param dataDir kept across restarts; a broker may share it
 * @param port asked for on loopback; 0 takes any free one
 * @param portFallback whether a taken port may be replaced by a free one
 * @param cacheDir where the programs are unpacked, once for every data directory of this machine
 * @param overrides server settings that win over ours
 */
public record PostgresConfig(
        Path dataDir, int port, boolean portFallback, Path cacheDir, Map<String, String> overrides) {

    private static final Pattern SETTING = Pattern.compile("[a-z][a-z0-9_.]*");
    private static final Set<String> OURS = Set.of("port", "listen_addresses", "unix_socket_directories");

    public PostgresConfig {
        dataDir = dataDir.toAbsolutePath().normalize();
        cacheDir = cacheDir.toAbsolutePath().normalize();
        overrides = Map.copyOf(overrides);
        if (port < 0 || port > 65_535) {
            throw new LocalClusterException("The database port must be between 0 and 65535, was " + port + ".");
        }
        overrides.forEach(PostgresConfig::requireSetting);
    }

    /** Any free port on loopback. */
    public static PostgresConfig in(Path dataDir) {
        return new PostgresConfig(dataDir, 0, true, usersCache(dataDir), Map.of());
    }

    /** This port if it is free, any other if not. */
    public PostgresConfig preferringPort(int preferred) {
        return new PostgresConfig(dataDir, preferred, true, cacheDir, overrides);
    }

    /** This port or none. */
    public PostgresConfig onPort(int fixed) {
        return new PostgresConfig(dataDir, fixed, false, cacheDir, overrides);
    }

    public PostgresConfig cachingIn(Path dir) {
        return new PostgresConfig(dataDir, port, portFallback, dir, overrides);
    }

    /** A setting as in postgresql.conf, its value without quotes. */
    public PostgresConfig with(String setting, String value) {
        Map<String, String> more = new TreeMap<>(overrides);
        more.put(setting, value);
        return new PostgresConfig(dataDir, port, portFallback, cacheDir, more);
    }

    private static void requireSetting(String name, String value) {
        if (!SETTING.matcher(name).matches() || value.chars().anyMatch(Character::isISOControl)) {
            throw new LocalClusterException("A database setting must be a lower-case name with a value of one line,"
                    + " such as work_mem and 8MB; was " + name + " and " + value + ".");
        }
        if (OURS.contains(name)) {
            throw new LocalClusterException("The database setting " + name
                    + " cannot be overridden: it listens on loopback alone; choose the port by onPort or"
                    + " preferringPort.");
        }
    }

    private static Path usersCache(Path dataDir) {
        String given = System.getenv("XDG_CACHE_HOME");
        if (given != null && !given.isBlank()) return Path.of(given, "odradek");
        Path home = Path.of(System.getProperty("user.home"));
        // A user without a home, as in many containers, is said to live at "?".
        return home.isAbsolute() ? home.resolve(".cache").resolve("odradek") : dataDir;
    }
}
