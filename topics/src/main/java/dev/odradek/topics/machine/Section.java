package dev.odradek.topics.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One object of a definition being read: each getter notes what is wrong at its path and reads on. */
public final class Section {
    private final JsonNode node;
    private final String path;
    private final List<Fault> faults;
    private final Set<String> known = new TreeSet<>();

    /** @param faults what is wrong is added to it */
    public Section(JsonNode node, String path, List<Fault> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
        if (!node.isObject()) {
            faults.add(new Fault(path.isEmpty() ? "(root)" : path, "must be an object, was " + describe(node)));
        }
    }

    public String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public void fault(String key, String message) {
        faults.add(new Fault(at(key), message));
    }

    public @Nullable String text(String key) {
        JsonNode value = get(key);
        if (value == null) {
            return null;
        }
        if (!isName(value)) {
            fault(key, "must be a name, was " + describe(value));
            return null;
        }
        return value.asString();
    }

    public String required(String key) {
        int before = faults.size();
        String value = text(key);
        if (value == null && faults.size() == before) {
            fault(key, "is missing");
        }
        return value == null ? "" : value;
    }

    public List<String> names(String key) {
        JsonNode value = get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.values().stream().anyMatch(each -> !isName(each))) {
            fault(key, "must be a list of names, was " + describe(value));
            return List.of();
        }
        return value.values().stream().map(JsonNode::asString).toList();
    }

    public int number(String key, int fallback, int least) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        if (!value.isInt() || value.intValue() < least) {
            fault(key, "must be a whole number of at least " + least + ", was " + describe(value));
            return fallback;
        }
        return value.intValue();
    }

    public double decimal(String key, double fallback, double least, double most) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        double number = value.isNumber() ? value.asDouble(Double.NaN) : Double.NaN;
        // Not "number < least || number > most": that would let NaN through.
        if (!(number >= least && number <= most)) {
            fault(key, "must be a number from " + least + " to " + most + ", was " + describe(value));
            return fallback;
        }
        return number;
    }

    public boolean flag(String key) {
        JsonNode value = get(key);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            fault(key, "must be true or false, was " + describe(value));
            return false;
        }
        return value.booleanValue();
    }

    public Duration duration(String key, Duration fallback) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        return DurationText.parse(value.asString("")).orElseGet(() -> {
            fault(key, "must be a duration such as 500ms, 30s, 5m or 2h, was " + describe(value));
            return fallback;
        });
    }

    public <E extends Enum<E>> E choice(String key, E fallback) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        E[] all = fallback.getDeclaringClass().getEnumConstants();
        return Stream.of(all)
                .filter(each -> value.isString() && lower(each).equals(value.asString()))
                .findFirst()
                .orElseGet(() -> {
                    String options = Stream.of(all).map(Section::lower).collect(Collectors.joining(" or "));
                    fault(key, "must be " + options + ", was " + describe(value));
                    return fallback;
                });
    }

    /** The object under {@code key}; absent, an empty one. */
    public Section section(String key) {
        JsonNode value = get(key);
        return new Section(value == null ? JsonNodeFactory.instance.objectNode() : value, at(key), faults);
    }

    public List<Section> sections(String key) {
        JsonNode value = get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            fault(key, "must be a list, was " + describe(value));
            return List.of();
        }
        List<Section> all = new ArrayList<>();
        for (JsonNode each : value.values()) {
            all.add(new Section(each, at(key) + "[" + all.size() + "]", faults));
        }
        return all;
    }

    public List<String> keys() {
        return node.isObject() ? List.copyOf(node.propertyNames()) : List.of();
    }

    /** Notes every key that nobody has asked for: a misspelt key must not pass as a default. */
    public void refuseUnknownKeys() {
        for (String key : keys()) {
            if (!known.contains(key)) {
                fault(key, "is not a known key; known are " + String.join(", ", known));
            }
        }
    }

    /** The value under {@code key}; absent and null are the same. */
    public @Nullable JsonNode get(String key) {
        known.add(key);
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static boolean isName(JsonNode value) {
        return value.isString() && !value.asString().isBlank();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A value as it stands in a sentence. */
    public static String describe(JsonNode value) {
        String text = value.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
