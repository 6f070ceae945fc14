package dev.odradek.topics.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.format.JsonIn.Unusual;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The shape of a record: its components by name, in the order they are declared, those that are absent left out. */
final class RecordShape implements Shape {
    private final Field[] fields;
    private final MethodHandle constructor;
    /** How the object begins: with what tells it from its siblings, if it has any. */
    private final byte[] opening;

    private final boolean first;

    /**
     * One component.
     *
     * @param absent what it is where the JSON does not name it
     */
    record Field(
            String name,
            Function<Object, @Nullable Object> get,
            Shape shape,
            @Nullable Object absent) {}

    private final byte[][] names;
    private final byte[][] laterNames;

    /**
     * @param type what tells it from its siblings; absent if it has none
     * @param constructor takes all components in one array
     */
    RecordShape(@Nullable String type, List<Field> fields, MethodHandle constructor) {
        this.fields = fields.toArray(new Field[0]);
        this.constructor = constructor;
        this.first = type == null;
        this.opening = (type == null ? "{" : "{\"type\":\"" + type + "\"").getBytes(UTF_8);
        this.names = names(fields, "");
        this.laterNames = names(fields, ",");
    }

    private static byte[][] names(List<Field> fields, String before) {
        return fields.stream()
                .map(field -> (before + "\"" + field.name() + "\":").getBytes(UTF_8))
                .toArray(byte[][]::new);
    }

    @Override
    public void write(JsonOut out, Object value) {
        out.write(opening);
        boolean none = first;
        for (int i = 0; i < fields.length; i++) {
            Object component = fields[i].get.apply(value);
            if (component != null) {
                out.write(none ? names[i] : laterNames[i]);
                Shape.writeBy(fields[i].shape, out, component);
                none = false;
            }
        }
        out.write('}');
    }

    /** Whether a record of this type comes next; if so, its opening is passed. */
    boolean isNext(JsonIn in) {
        return in.take(opening);
    }

    @Override
    public Object read(JsonIn in) {
        in.pass(opening);
        return readRest(in);
    }

    Object readRest(JsonIn in) {
        @Nullable Object[] components = new @Nullable Object[fields.length];
        boolean none = first;
        for (int i = 0; i < fields.length; i++) {
            if (in.take(none ? names[i] : laterNames[i])) {
                components[i] = Shape.readBy(fields[i].shape, in);
                none = false;
            } else {
                components[i] = fields[i].absent;
            }
        }
        in.pass('}');
        return make(components);
    }

    @SuppressWarnings("PMD.AvoidCatchingThrowable") // a handle declares no less
    private Object make(@Nullable Object[] components) {
        try {
            return (Object) constructor.invokeExact(components);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
    }

    /** One of several records, told apart by their type. */
    record Family(List<RecordShape> members, ClassValue<RecordShape> byClass) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            byClass.get(value.getClass()).write(out, value);
        }

        @Override
        public Object read(JsonIn in) {
            for (RecordShape member : members) {
                if (member.isNext(in)) {
                    return member.readRest(in);
                }
            }
            throw new Unusual();
        }
    }
}
