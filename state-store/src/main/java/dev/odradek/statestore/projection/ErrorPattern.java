package dev.odradek.statestore.projection;

import dev.odradek.topics.route.Ids;
import java.util.regex.Pattern;

/**
 * What errors of one kind have in common: ids, numbers, addresses and quoted values are taken out.
 *
 * @param failure a short name for the group
 */
public record ErrorPattern(String failure, String pattern) {
    private static final int LONGEST = 200;
    private static final int NAME = 12;
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern URL = Pattern.compile("\\b[a-z][a-z0-9+.-]{1,15}://\\S{1,2000}");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"\\n]{0,2000}\"|'[^'\\n]{0,2000}'|`[^`\\n]{0,2000}`");
    private static final Pattern HEX = Pattern.compile("\\b(?=[0-9a-fA-F]*[0-9])[0-9a-fA-F]{8,}\\b");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,:]\\d+)*");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    public static ErrorPattern of(String error) {
        String line = error.strip().lines().findFirst().orElse("");
        // Only so much can matter, and what is matched against is bounded by it.
        String text = line.length() > 10 * LONGEST ? line.substring(0, 10 * LONGEST) : line;
        text = UUID.matcher(text).replaceAll("<id>");
        text = URL.matcher(text).replaceAll("<url>");
        text = QUOTED.matcher(text).replaceAll("<text>");
        text = HEX.matcher(text).replaceAll("<id>");
        text = NUMBER.matcher(text).replaceAll("<n>");
        text = SPACE.matcher(text).replaceAll(" ").strip();
        if (text.length() > LONGEST) {
            text = text.substring(0, LONGEST);
        }
        return new ErrorPattern(Ids.derived("failure", text).substring(2, 2 + NAME), text);
    }
}
