package dev.odradek.ingest.access;

import java.util.regex.Pattern;

/** Which names a tenant can have: those that the core takes. */
public final class Tenants {
    public static final String DEFAULT = "default";
    private static final Pattern SHAPE = Pattern.compile("[a-zA-Z0-9_-]{1,63}");

    private Tenants() {}

    public static boolean isSound(String tenant) {
        return SHAPE.matcher(tenant).matches();
    }

    public static void check(String tenant) {
        if (!isSound(tenant)) {
            throw new IllegalArgumentException(
                    "a tenant must hold 1 to 63 letters, digits, _ and -, was \"" + tenant + "\"");
        }
    }
}
