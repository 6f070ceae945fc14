package dev.odradek.topics.format;

import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How one type of record is written to and read from a topic. */
public final class Format<T> {
    private final Class<T> type;
    private final int newest;
    private final ToIntFunction<T> schema;
    private final JsonMapper mapper;
    private final Codec<T> codec;

    Format(Class<T> type, int newest, ToIntFunction<T> schema, JsonMapper mapper) {
        this.type = type;
        this.newest = newest;
        this.schema = schema;
        this.mapper = mapper;
        this.codec = new Codec<>(type, new Shapes(mapper), mapper);
    }

    public Class<T> type() {
        return type;
    }

    public byte[] write(T value) {
        return codec.write(value);
    }

    /** The record, or {@link UnreadableException} saying what is wrong with the bytes. */
    public T read(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length == 0) {
            throw unreadable("the record is empty", null);
        }
        T value = parse(bytes);
        int found = schema.applyAsInt(value);
        if (found < 1 || found > newest) {
            throw unreadable(otherSchema(found), null);
        }
        return value;
    }

    private T parse(byte[] bytes) {
        T value;
        try {
            value = codec.read(bytes);
        } catch (RuntimeException e) {
            // A newer schema is the likelier reason than whatever in it could not be understood.
            throw unreadable(newerSchema(bytes).orElseGet(() -> Unreadable.why(e)), e);
        }
        if (value == null) {
            throw unreadable("the record is the JSON null", null);
        }
        return value;
    }

    private Optional<String> newerSchema(byte[] bytes) {
        try {
            JsonNode found = mapper.readTree(bytes).path("schema");
            return found.isInt() && found.intValue() > newest
                    ? Optional.of(otherSchema(found.intValue()))
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private String otherSchema(int found) {
        return "its schema is " + found + ", but this reader knows 1 to " + newest + "; upgrade the reader";
    }

    private UnreadableException unreadable(String why, @Nullable Throwable cause) {
        return new UnreadableException("no " + type.getSimpleName() + ": " + why, cause);
    }
}
