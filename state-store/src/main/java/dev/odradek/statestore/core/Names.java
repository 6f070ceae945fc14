package dev.odradek.statestore.core;

import dev.odradek.topics.event.Refusal;
import java.util.Optional;

/** Which tenants and ids can be kept apart in keys and shown to people. */
public final class Names {
    private static final int LONGEST_TENANT = 63;
    private static final int LONGEST = 255;

    private Names() {}

    public static Optional<Outcome> check(String tenant, String subject) {
        if (!isTenant(tenant)) {
            return Optional.of(Outcome.refused(
                    Refusal.BAD_REQUEST,
                    "a tenant must hold 1 to 63 letters, digits, _ and -, was \"" + tenant + "\""));
        }
        return isPrintable(subject)
                ? Optional.empty()
                : Optional.of(Outcome.refused(
                        Refusal.BAD_REQUEST, "an id must hold 1 to " + LONGEST + " printable characters"));
    }

    // By hand, for this is asked of every command.
    private static boolean isTenant(String tenant) {
        for (int i = 0; i < tenant.length(); i++) {
            char c = tenant.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && (c < '0' || c > '9') && c != '_' && c != '-') {
                return false;
            }
        }
        return !tenant.isEmpty() && tenant.length() <= LONGEST_TENANT;
    }

    private static boolean isPrintable(String subject) {
        for (int i = 0; i < subject.length(); i++) {
            if (Character.isISOControl(subject.charAt(i))) {
                return false;
            }
        }
        return !subject.isBlank() && subject.length() <= LONGEST;
    }
}
