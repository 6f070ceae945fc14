package dev.odradek.ingest.trigger;

import dev.odradek.topics.machine.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Reads where values come from: a pointer, a list of them, or an object that says more. */
final class SourceReader {
    private SourceReader() {}

    /** The source under {@code key} of a section; a fault and nothing if it is none. */
    static @Nullable Source source(Section section, String key) {
        JsonNode value = section.get(key);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            List<JsonPointer> from = pointers(section, key, value);
            return from.isEmpty() ? null : new Source(from, null, null, null, null);
        }
        Section detail = section.section(key);
        Source read = fields(detail);
        detail.refuseUnknownKeys();
        return read;
    }

    static SortedMap<String, Source> sources(Section section) {
        SortedMap<String, Source> all = new TreeMap<>();
        for (String key : section.keys()) {
            Source source = source(section, key);
            if (source != null) {
                all.put(key, source);
            }
        }
        return all;
    }

    /** The keys of a source where they stand among others. */
    static Source fields(Section detail) {
        JsonNode from = detail.get("from");
        JsonNode constant = detail.get("value");
        String header = detail.text("header");
        List<JsonPointer> places = from == null ? List.of() : pointers(detail, "from", from);
        if (from == null && header == null && constant == null) {
            detail.fault("from", "is missing: a pointer, or a list of them, or else header or value");
        }
        return new Source(places, header, constant, detail.get("default"), pattern(detail));
    }

    static List<Source> list(Section section, String key) {
        JsonNode value = section.get(key);
        if (value == null) {
            return List.of();
        }
        return pointers(section, key, value).stream()
                .map(each -> new Source(List.of(each), null, null, null, null))
                .toList();
    }

    static List<JsonPointer> pointers(Section section, String key, JsonNode value) {
        List<JsonNode> texts = value.isArray() ? List.copyOf(value.values()) : List.of(value);
        List<JsonPointer> pointers = new ArrayList<>();
        for (JsonNode each : texts) {
            String text = each.isString() ? each.asString() : "?";
            if (!text.isEmpty() && !text.startsWith("/")) {
                section.fault(
                        key,
                        "must be a JSON pointer such as /event/text, or a list of them, was " + Section.describe(each)
                                + "; a constant is written {value: …}");
            } else {
                pointers.add(JsonPointer.compile(text));
            }
        }
        return pointers;
    }

    private static @Nullable Pattern pattern(Section detail) {
        String text = detail.text("strip");
        try {
            return text == null ? null : Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            detail.fault("strip", "must be a regular expression: " + e.getDescription());
            return null;
        }
    }
}
