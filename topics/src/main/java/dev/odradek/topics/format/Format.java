package dev.odradek.topics.format;

import java.util.function.ToIntFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** How one type of record is written to and read from a topic. */
public final class Format<T> {
    private final Class<T> type;
    private final int newest;
    private final ToIntFunction<T> schema;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    Format(Class<T> type, int newest, ToIntFunction<T> schema) {
        this.type = type;
        this.newest = newest;
        this.schema = schema;
        this.reader = Json.mapper().readerFor(type);
        this.writer = Json.mapper().writerFor(type);
    }

    public Class<T> type() {
        return type;
    }

    public byte[] write(T value) {
        return writer.writeValueAsBytes(value);
    }

    /** The record, or {@link UnreadableException} saying what is wrong with the bytes. */
    public T read(byte[] bytes) {
        T value;
        try {
            value = reader.readValue(bytes);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new UnreadableException("not a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
        if (value == null) {
            throw new UnreadableException("not a " + type.getSimpleName() + ": null", null);
        }
        int found = schema.applyAsInt(value);
        if (found < 1 || found > newest) {
            throw new UnreadableException(
                    "a " + type.getSimpleName() + " of schema " + found + ", but this reader knows 1 to " + newest,
                    null);
        }
        return value;
    }
}
