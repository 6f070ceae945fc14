package dev.odradek.topics.machine;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Turns a definition's YAML (or JSON, which is YAML too) into the JSON that travels in the log. */
public final class MachineYaml {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // As in the log: a number is the number that was written.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private MachineYaml() {}

    /** The definition as JSON, or {@link BadMachineException} if the text is not YAML. */
    public static JsonNode parse(String text) {
        try {
            JsonNode node = YAML.readTree(text);
            if (node == null || !node.isObject()) {
                throw new BadMachineException(
                        List.of(new Fault("(root)", "must be a YAML object with machine and axes")));
            }
            return node;
        } catch (JacksonException e) {
            var where = e.getLocation();
            String place = where == null ? "(root)" : "line " + where.getLineNr() + ", column " + where.getColumnNr();
            throw new BadMachineException(
                    List.of(new Fault(place, "cannot be read: " + firstLine(e.getOriginalMessage()))));
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("unreadable");
    }
}
