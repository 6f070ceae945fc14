package dev.odradek.standalone.service;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a request asks for besides its path; a value that cannot be is an {@link IllegalArgumentException}. */
record Query(Map<String, String> values) {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 1_000;
    static final String DEFAULT_TENANT = "default";

    static Query parse(@Nullable String raw) {
        Map<String, String> values = new TreeMap<>();
        if (raw != null) {
            Arrays.stream(raw.split("&")).filter(pair -> pair.contains("=")).forEach(pair -> {
                int equals = pair.indexOf('=');
                String name = decode(pair.substring(0, equals));
                values.put(name, printable(name, decode(pair.substring(equals + 1))));
            });
        }
        return new Query(values);
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** What is searched for as text: no database takes a NUL, and no name has another control character. */
    static String printable(String name, String value) {
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(name + " must hold no control characters, but does; leave them out");
        }
        return value;
    }

    @Nullable String text(String name) {
        return values.get(name);
    }

    String tenant() {
        return values.getOrDefault("tenant", DEFAULT_TENANT);
    }

    int limit() {
        int limit;
        try {
            limit = Integer.parseInt(values.getOrDefault("limit", Integer.toString(DEFAULT_LIMIT)));
        } catch (NumberFormatException e) {
            limit = 0;
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "limit must be a whole number from 1 to " + MAX_LIMIT + ", was " + text("limit"));
        }
        return limit;
    }
}
