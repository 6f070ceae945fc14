package dev.odradek.ingest.trigger;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids that some write as {@code 8-4-4-4-12} digits and others without the hyphens. */
final class Hyphens {
    private static final Pattern PLAIN =
            Pattern.compile("([0-9a-fA-F]{8})([0-9a-fA-F]{4})([0-9a-fA-F]{4})([0-9a-fA-F]{4})([0-9a-fA-F]{12})");

    private Hyphens() {}

    /** The id as it is, then as others write it, if they do. */
    static List<String> eitherWay(String id) {
        Matcher plain = PLAIN.matcher(id);
        String other = plain.matches() ? plain.replaceFirst("$1-$2-$3-$4-$5") : id.replace("-", "");
        return other.equals(id) || other.isEmpty() ? List.of(id) : List.of(id, other);
    }
}
