package dev.odradek.statestore.core;

import dev.odradek.topics.event.Refusal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which tenants and ids can be kept apart in keys and shown to people. */
public final class Names {
    private static final Pattern TENANT = Pattern.compile("[a-zA-Z0-9_-]{1,63}");
    private static final int LONGEST = 255;

    private Names() {}

    public static Optional<Outcome> check(String tenant, String subject) {
        if (!TENANT.matcher(tenant).matches()) {
            return Optional.of(Outcome.refused(
                    Refusal.BAD_REQUEST,
                    "a tenant must hold 1 to 63 letters, digits, _ and -, was \"" + tenant + "\""));
        }
        boolean odd = subject.isBlank()
                || subject.length() > LONGEST
                || subject.chars().anyMatch(Character::isISOControl);
        return odd
                ? Optional.of(Outcome.refused(
                        Refusal.BAD_REQUEST, "an id must hold 1 to " + LONGEST + " printable characters"))
                : Optional.empty();
    }
}
