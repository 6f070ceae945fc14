package dev.odradek.ingest.artifact;

import java.util.regex.Pattern;

/** Tenants as names of folders. */
final class Tenants {
    private static final Pattern TENANT = Pattern.compile("[a-zA-Z0-9_-]{1,63}");

    private Tenants() {}

    /** The tenant, which leads nowhere but into its own folder. */
    static String checked(String tenant) {
        if (!TENANT.matcher(tenant).matches()) {
            throw new IllegalArgumentException(
                    "a tenant must hold 1 to 63 letters, digits, _ and -, was \"" + tenant + "\"");
        }
        return tenant;
    }
}
