package dev.odradek.topics.format;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.odradek.topics.event.Cause;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the shape of each type, once, from its declaration: what {@link Json} makes of records, without asking it again
 * for every record.
 */
final class Shapes {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final JsonMapper mapper;
    private final Map<Type, Shape> known = new HashMap<>();

    Shapes(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** What is not there cannot be written: Jackson is asked, and says what is wrong. */
    static <T> T known(@Nullable T found, Object of) {
        if (found == null) {
            throw new IllegalStateException("nothing to write of " + of);
        }
        return found;
    }

    synchronized Shape of(Type type) {
        Shape found = known.get(type);
        if (found == null) {
            found = find(type);
            known.put(type, found);
        }
        return found;
    }

    private Shape find(Type type) {
        if (type instanceof ParameterizedType several) {
            Type[] arguments = several.getActualTypeArguments();
            if (several.getRawType() == List.class) {
                return new Shape.Several(of(arguments[0]));
            }
            if (several.getRawType() == SortedMap.class && arguments[0] == String.class) {
                return new Shape.Named(of(arguments[1]), mapper);
            }
        }
        if (!(type instanceof Class<?> plain)) {
            return rare(type);
        }
        if (plain == String.class) {
            return new Shape.Text(mapper);
        }
        if (plain == int.class || plain == long.class || plain == Long.class || plain == Integer.class) {
            return new Shape.Whole(plain == int.class || plain == Integer.class);
        }
        if (plain == boolean.class) {
            return new Shape.Flag();
        }
        if (plain == JsonNode.class) {
            return new Shape.Tree(mapper);
        }
        if (plain == Cause.class) {
            return new CauseShape();
        }
        if (plain.isEnum()) {
            return word(plain);
        }
        return isTold(plain) ? family(plain) : isOpen(plain) ? record(plain, null) : rare(type);
    }

    private Shape rare(Type type) {
        return new Shape.Rare(mapper, mapper.constructType(type));
    }

    private Shape word(Class<?> type) {
        Map<Object, byte[]> words = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            words.put(constant, mapper.writeValueAsBytes(constant));
        }
        return new Shape.Word(words);
    }

    /** Whether its members say in the JSON which they are. */
    private static boolean isTold(Class<?> type) {
        return type.isSealed() && type.isAnnotationPresent(JsonTypeInfo.class);
    }

    /** Whether all of it is components that can be read from here, and it has no siblings to be told from. */
    private static boolean isOpen(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getInterfaces()).noneMatch(Class::isSealed)
                && Modifier.isPublic(type.getModifiers())
                && Arrays.stream(type.getRecordComponents())
                        .noneMatch(each -> each.getAccessor().isAnnotationPresent(JsonValue.class));
    }

    private Shape family(Class<?> type) {
        Map<Class<?>, RecordShape> members = new LinkedHashMap<>();
        leaves(type).forEach(leaf -> members.put(leaf, record(leaf, leaf.getSimpleName())));
        return new RecordShape.Family(List.copyOf(members.values()), new ClassValue<>() {
            @Override
            protected RecordShape computeValue(Class<?> member) {
                return known(members.get(member), member);
            }
        });
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed() ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Shapes::leaves) : Stream.of(type);
    }

    private RecordShape record(Class<?> type, @Nullable String told) {
        List<RecordShape.Field> fields = new ArrayList<>();
        RecordComponent[] components = type.getRecordComponents();
        for (RecordComponent each : components) {
            fields.add(new RecordShape.Field(
                    snakeCase(each.getName()), getter(each), of(each.getGenericType()), absent(each)));
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            MethodHandle constructor = LOOKUP.findConstructor(type, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new RecordShape(told, fields, constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no constructor of " + type, e);
        }
    }

    private static String snakeCase(String name) {
        return name.replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
    }

    private static @Nullable Object absent(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : type == boolean.class ? (Object) false : null;
    }

    /** Made as the compiler makes a lambda, which the JIT can see through; a method handle in a field it cannot. */
    @SuppressWarnings("unchecked")
    private static Function<Object, @Nullable Object> getter(RecordComponent component) {
        try {
            MethodHandle accessor = LOOKUP.unreflect(component.getAccessor());
            return (Function<Object, @Nullable Object>) LambdaMetafactory.metafactory(
                            LOOKUP,
                            "apply",
                            MethodType.methodType(Function.class),
                            MethodType.methodType(Object.class, Object.class),
                            accessor,
                            accessor.type().wrap())
                    .getTarget()
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("no way to read " + component, e);
        }
    }

    /** A cause is one string: partition, offset and index. */
    private static final class CauseShape implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            Cause cause = (Cause) value;
            out.write('"');
            out.write(cause.partition());
            out.write(':');
            out.write(cause.offset());
            out.write(':');
            out.write(cause.index());
            out.write('"');
        }

        @Override
        public Object read(JsonIn in) {
            in.pass('"');
            long partition = in.number();
            in.pass(':');
            long offset = in.number();
            in.pass(':');
            long index = in.number();
            in.pass('"');
            if (partition > 999_999_999 || index > 999_999_999 || partition < 0 || offset < 0 || index < 0) {
                throw new JsonIn.Unusual();
            }
            return new Cause((int) partition, offset, (int) index);
        }
    }
}
