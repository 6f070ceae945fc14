package dev.odradek.topics.format;

import dev.odradek.topics.format.JsonIn.Unusual;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** How values of one type stand in our JSON: the bytes that Jackson would write, in a fraction of its time. */
interface Shape {
    void write(JsonOut out, Object value);

    /** The value that comes next, or {@link Unusual}. */
    Object read(JsonIn in);

    /**
     * As {@link #write}, but the most frequent ones are asked for by name: a call that the JIT can see through, where
     * it must look up which of a dozen is meant otherwise.
     */
    static void writeBy(Shape shape, JsonOut out, Object value) {
        if (shape instanceof Text text) {
            text.write(out, value);
        } else if (shape instanceof Whole whole) {
            whole.write(out, value);
        } else if (shape instanceof RecordShape record) {
            record.write(out, value);
        } else {
            shape.write(out, value);
        }
    }

    /** As {@link #read}, in the same way. */
    static Object readBy(Shape shape, JsonIn in) {
        if (shape instanceof Text text) {
            return text.read(in);
        }
        if (shape instanceof Whole whole) {
            return whole.read(in);
        }
        return shape instanceof RecordShape record ? record.read(in) : shape.read(in);
    }

    /** A string. */
    record Text(JsonMapper rare) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write((String) value, rare);
        }

        @Override
        public Object read(JsonIn in) {
            return in.text();
        }
    }

    /** A whole number, boxed where it may be absent. */
    record Whole(boolean isInt) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write(((Number) value).longValue());
        }

        @Override
        public Object read(JsonIn in) {
            long number = in.number();
            if (!isInt) {
                return number;
            }
            if ((int) number != number) {
                throw new Unusual();
            }
            return (int) number;
        }
    }

    /** True or false. */
    record Flag() implements Shape {
        private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
        private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

        @Override
        public void write(JsonOut out, Object value) {
            out.write((Boolean) value ? TRUE : FALSE);
        }

        @Override
        public Object read(JsonIn in) {
            if (in.take(TRUE)) {
                return true;
            }
            in.pass(FALSE);
            return false;
        }
    }

    /** One of a few words, each with its bytes. */
    record Word(Map<Object, byte[]> words) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write(Shapes.known(words.get(value), value));
        }

        @Override
        public Object read(JsonIn in) {
            for (Map.Entry<Object, byte[]> each : words.entrySet()) {
                if (in.take(each.getValue())) {
                    return each.getKey();
                }
            }
            throw new Unusual();
        }
    }

    /** Any JSON: written and read here where it is simple, and by Jackson elsewhere. */
    record Tree(JsonMapper rare) implements Shape {
        private static final int DEEPEST = 32;

        /** Far from the limit, which only Jackson keeps; that of texts is kept by {@link JsonIn}. */
        private static final int LONGEST_NAME = 200;

        @Override
        public void write(JsonOut out, Object value) {
            write(out, (JsonNode) value, 0);
        }

        private void write(JsonOut out, JsonNode node, int depth) {
            if (node.isString()) {
                out.write(node.stringValue(), rare);
            } else if (node instanceof IntNode || node instanceof LongNode) {
                out.write(node.longValue());
            } else if (!node.isContainer()) {
                out.write(rare.writeValueAsBytes(node));
            } else if (depth == DEEPEST) {
                // Only a whole record can be found to be too deep.
                throw new Unusual();
            } else if (node instanceof ObjectNode object) {
                fields(out, object, depth);
            } else {
                elements(out, node, depth);
            }
        }

        private void fields(JsonOut out, ObjectNode object, int depth) {
            out.write('{');
            boolean first = true;
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!first) {
                    out.write(',');
                }
                first = false;
                out.write(field.getKey(), rare);
                out.write(':');
                write(out, field.getValue(), depth + 1);
            }
            out.write('}');
        }

        private void elements(JsonOut out, JsonNode array, int depth) {
            out.write('[');
            for (int i = 0; i < array.size(); i++) {
                if (i > 0) {
                    out.write(',');
                }
                write(out, array.get(i), depth + 1);
            }
            out.write(']');
        }

        @Override
        public Object read(JsonIn in) {
            int from = in.place();
            JsonNode simple = simple(in);
            if (simple != null) {
                return simple;
            }
            in.backTo(from);
            JsonNode read = rare.readTree(in.value());
            // Nothing at all is no value either.
            if (read.isNull() || read.isMissingNode()) {
                throw new Unusual();
            }
            return read;
        }

        /** An object of plain strings, whole numbers and flags, as most are; absent if it is another. */
        private static @Nullable JsonNode simple(JsonIn in) {
            if (!in.take('{')) {
                return null;
            }
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            if (in.take('}')) {
                return object;
            }
            do {
                String name = in.plainText();
                if (name == null || name.length() > LONGEST_NAME || !in.take(':')) {
                    return null;
                }
                JsonNode value = scalar(in);
                if (value == null || object.replace(name, value) != null) {
                    return null;
                }
            } while (in.take(','));
            return in.take('}') ? object : null;
        }

        private static @Nullable JsonNode scalar(JsonIn in) {
            byte next = in.peek();
            if (next == '"') {
                String text = in.plainText();
                return text == null ? null : StringNode.valueOf(text);
            }
            if (next >= '0' && next <= '9') {
                long number = in.number();
                return (int) number == number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
            }
            return in.take(Flag.TRUE) ? BooleanNode.TRUE : in.take(Flag.FALSE) ? BooleanNode.FALSE : null;
        }
    }

    /** What is too rare to have a shape of its own. */
    record Rare(JsonMapper mapper, JavaType type) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write(mapper.writerFor(type).writeValueAsBytes(value));
        }

        @Override
        public Object read(JsonIn in) {
            return mapper.readValue(in.value(), type);
        }
    }

    /** Several of one shape. */
    record Several(Shape each) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write('[');
            boolean first = true;
            for (Object one : (List<?>) value) {
                if (!first) {
                    out.write(',');
                }
                first = false;
                Shape.writeBy(each, out, one);
            }
            out.write(']');
        }

        @Override
        public Object read(JsonIn in) {
            in.pass('[');
            if (in.take(']')) {
                return List.of();
            }
            List<Object> all = new ArrayList<>();
            do {
                all.add(Shape.readBy(each, in));
            } while (in.take(','));
            in.pass(']');
            return all;
        }
    }

    /** Values of one shape by their names. */
    record Named(Shape each, JsonMapper rare) implements Shape {
        @Override
        public void write(JsonOut out, Object value) {
            out.write('{');
            boolean first = true;
            for (Map.Entry<?, ?> entry : ((SortedMap<?, ?>) value).entrySet()) {
                if (!first) {
                    out.write(',');
                }
                first = false;
                out.write((String) entry.getKey(), rare);
                out.write(':');
                Shape.writeBy(each, out, Shapes.known(entry.getValue(), entry));
            }
            out.write('}');
        }

        @Override
        public Object read(JsonIn in) {
            SortedMap<String, Object> all = new TreeMap<>();
            in.pass('{');
            if (in.take('}')) {
                return all;
            }
            do {
                String name = in.text();
                in.pass(':');
                all.put(name, Shape.readBy(each, in));
            } while (in.take(','));
            in.pass('}');
            return all;
        }
    }
}
