package dev.odradek.topics.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON: snake_case, nothing written for what is absent, unknown fields of newer writers skipped. */
public final class Json {
    /** Outputs wrap what commands hold, and must stay within Jackson's own limit of 500. */
    private static final int COMMAND_DEPTH = 400;

    private static final JsonMapper MAPPER = build(new JsonFactory());
    private static final JsonMapper COMMANDS = build(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(COMMAND_DEPTH)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(COMMAND_DEPTH)
                    .build())
            .build());

    private static final Shapes SHAPES = new Shapes(MAPPER);
    private static final ClassValue<Codec<?>> ROWS = new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
            return new Codec<>(type, SHAPES, MAPPER);
        }
    };

    private Json() {}

    private static JsonMapper build(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enumNamingStrategy(EnumNamingStrategies.SNAKE_CASE)
                .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                // A number stays the number that was posted: 1.10, 1E400 and thirty digits come out as they went in.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                // An explicit null where a record holds JSON is the same as nothing; nulls within that JSON are kept.
                .withConfigOverride(
                        JsonNode.class, json -> json.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.SKIP)))
                // A wrong type is refused, not bent: an epoch of 3.7 is no epoch 3.
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                // Records are written in the order they are declared, so that equal records are equal bytes.
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .build();
    }

    /** The mapper of {@code commands}: what it reads can be wrapped in any output. */
    static JsonMapper commands() {
        return COMMANDS;
    }

    public static JsonMapper mapper() {
        return MAPPER;
    }

    public static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** A row of a store: as {@link #bytes} of it, but far quicker. */
    @SuppressWarnings("unchecked") // a class's codec is that of its values
    public static byte[] rowBytes(Object row) {
        return row instanceof Record ? ((Codec<Object>) ROWS.get(row.getClass())).write(row) : bytes(row);
    }

    /** What {@link #rowBytes} has written. */
    @SuppressWarnings("unchecked") // a class's codec is that of its values
    public static <T> T readRow(byte[] bytes, Class<T> type) {
        return type.isRecord() ? ((Codec<T>) ROWS.get(type)).read(bytes) : MAPPER.readValue(bytes, type);
    }
}
