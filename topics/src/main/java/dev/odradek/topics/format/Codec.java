package dev.odradek.topics.format;

import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads values of one type by their shape.
 *
 * <p>Jackson has the last word: it writes and reads whatever is unusual, and says what is wrong with what is wrong.
 */
final class Codec<T> {
    private static final ThreadLocal<JsonOut> OUT = ThreadLocal.withInitial(JsonOut::new);

    private final Class<T> type;
    private final Shape shape;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    Codec(Class<T> type, Shapes shapes, JsonMapper mapper) {
        this.type = type;
        this.shape = shapes.of(type);
        this.reader = mapper.readerFor(type);
        this.writer = mapper.writerFor(type);
    }

    byte[] write(T value) {
        JsonOut out = OUT.get();
        out.clear();
        try {
            shape.write(out, value);
            return out.toBytes();
        } catch (RuntimeException unusual) {
            return writer.writeValueAsBytes(value);
        }
    }

    T read(byte[] bytes) {
        try {
            JsonIn in = new JsonIn(bytes);
            Object value = shape.read(in);
            if (in.isAtEnd()) {
                return type.cast(value);
            }
        } catch (RuntimeException unusual) {
            // Jackson reads it, or knows why not.
        }
        return reader.readValue(bytes);
    }
}
