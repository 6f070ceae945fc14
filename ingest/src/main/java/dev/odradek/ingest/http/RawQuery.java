package dev.odradek.ingest.http;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query as it came, pair by pair.
 *
 * <p>The servlet's own way to ask for a parameter reads the body too if it is a form, and then it is gone.
 */
public record RawQuery(List<String> pairs) {
    public RawQuery {
        pairs = List.copyOf(pairs);
    }

    public static RawQuery of(@Nullable String raw) {
        return new RawQuery(raw == null || raw.isEmpty() ? List.of() : Arrays.asList(raw.split("&")));
    }

    public Optional<String> first(String name) {
        return pairs.stream()
                .filter(pair -> isNamed(pair, name))
                .map(pair -> decode(pair.substring(pair.indexOf('=') + 1)))
                .findFirst();
    }

    /** The query in which this name has this value and no other. */
    public RawQuery with(String name, String value) {
        return new RawQuery(Stream.concat(
                        pairs.stream().filter(pair -> !isNamed(pair, name)),
                        Stream.of(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)))
                .toList());
    }

    @Override
    public String toString() {
        return pairs.stream().collect(Collectors.joining("&"));
    }

    private static boolean isNamed(String pair, String name) {
        int equals = pair.indexOf('=');
        return equals >= 0 && decode(pair.substring(0, equals)).equals(name);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.BAD_REQUEST.because(
                    "The query must be percent-encoded, but has a % that is not followed by two hex digits.");
        }
    }
}
