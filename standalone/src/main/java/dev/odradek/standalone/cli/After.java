package dev.odradek.standalone.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From when on a read may answer. */
final class After {
    @Option(
            names = "--after",
            paramLabel = "TOKEN",
            description = "Answer only once this is to be seen: the token of a post or another change, several parted"
                    + " by commas; waits for 5 s at most.")
    private @Nullable String token;

    boolean isGiven() {
        return token != null;
    }

    Map<String, String> in(Map<String, String> query) {
        if (token == null) {
            return query;
        }
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put("after", token);
        return more;
    }
}
