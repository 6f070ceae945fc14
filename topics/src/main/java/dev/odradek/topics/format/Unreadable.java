package dev.odradek.topics.format;

import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Says in one line, and in the record's own words, why bytes could not be read. */
public final class Unreadable {
    private static final Pattern FIELD = Pattern.compile("[a-z][a-z_]*");

    private Unreadable() {}

    public static String why(RuntimeException e) {
        String at = e instanceof JacksonException json ? path(json) : "";
        String missing = missingField(e);
        if (missing != null) {
            return (at.isEmpty() ? missing : at + "." + missing) + " is missing";
        }
        String message = e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
        String line = Objects.toString(message, e.toString())
                .lines()
                .findFirst()
                .orElse(e.toString())
                .replaceFirst(" \\(through reference chain:.*", "")
                .replaceFirst(" \\(for POJO property .*", "");
        return at.isEmpty() ? line : at + ": " + line;
    }

    /** The records check their fields by {@code requireNonNull(field, "name on the wire")}. */
    private static @Nullable String missingField(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (cause instanceof NullPointerException
                    && message != null
                    && FIELD.matcher(message).matches()) {
                return message;
            }
        }
        return null;
    }

    private static String path(JacksonException e) {
        return e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }
}
