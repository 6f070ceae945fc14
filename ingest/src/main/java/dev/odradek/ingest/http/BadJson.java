package dev.odradek.ingest.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with JSON in the words of whoever sent it, and nothing about how it is read. */
public final class BadJson {
    private BadJson() {}

    /** Without a full stop. */
    public static String why(JacksonException failure) {
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return "the field " + path(failure) + " is not known here; there are "
                    + (unknown.getKnownPropertyIds() == null
                            ? "others"
                            : unknown.getKnownPropertyIds().stream()
                                    .map(String::valueOf)
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
        if (failure instanceof MismatchedInputException mismatch) {
            return mismatch(mismatch);
        }
        if (failure instanceof StreamReadException) {
            return "it cannot be read" + place(failure.getLocation());
        }
        String path = path(failure);
        return path.isEmpty() ? "it does not fit" : path + " does not fit";
    }

    private static String mismatch(MismatchedInputException failure) {
        String message = String.valueOf(failure.getOriginalMessage());
        if (message.startsWith("Trailing token")) {
            return "there is something after the value" + place(failure.getLocation());
        }
        if (message.startsWith("No content")) {
            return "there is nothing";
        }
        String path = path(failure);
        return (path.isEmpty() ? "it" : path) + " must be " + name(failure.getTargetType());
    }

    private static String name(@Nullable Class<?> type) {
        if (type == null) {
            return "something else";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(each -> String.valueOf(each).toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == Double.class || type == double.class) {
            return "a number";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a whole number that fits";
        }
        if (Iterable.class.isAssignableFrom(type) && !JsonNode.class.isAssignableFrom(type)) {
            return "an array";
        }
        return "an object";
    }

    private static String path(JacksonException failure) {
        return failure.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }

    private static String place(@Nullable TokenStreamLocation at) {
        return at == null || at.getLineNr() < 1 ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }
}
