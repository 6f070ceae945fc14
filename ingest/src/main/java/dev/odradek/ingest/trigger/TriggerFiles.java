package dev.odradek.ingest.trigger;

import dev.odradek.topics.machine.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads every definition of a directory; one fault anywhere, and the service does not start. */
final class TriggerFiles {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, TriggerDefinition> triggers = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    private TriggerFiles() {}

    /** The triggers by name, or an exception that names every fault of every file. */
    static Map<String, TriggerDefinition> read(Path dir) {
        TriggerFiles files = new TriggerFiles();
        for (Path each : files.list(dir)) {
            files.add(each);
        }
        if (!files.faults.isEmpty()) {
            throw new IllegalArgumentException("odradek.ingest.triggers: " + String.join("; ", files.faults) + ".");
        }
        return files.triggers;
    }

    private List<Path> list(Path dir) {
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(each -> each.toString().matches(".*\\.ya?ml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            faults.add("must name a directory with a YAML file for each trigger, was " + dir);
            return List.of();
        }
    }

    private void add(Path file) {
        String name = file.getFileName().toString();
        List<Fault> found = new ArrayList<>();
        try {
            JsonNode node = YAML.readTree(Files.readString(file));
            TriggerDefinition trigger = TriggerReader.read(node, found);
            if (found.isEmpty() && triggers.putIfAbsent(trigger.name(), trigger) != null) {
                found.add(new Fault("trigger", "two files define " + trigger.name()));
            }
        } catch (JacksonException e) {
            var where = e.getLocation();
            String place = where == null ? "(root)" : "line " + where.getLineNr() + ", column " + where.getColumnNr();
            found.add(new Fault(
                    place,
                    "cannot be read: "
                            + e.getOriginalMessage().lines().findFirst().orElse("no YAML")));
        } catch (IOException e) {
            found.add(new Fault("(root)", "cannot be read: " + e.getMessage()));
        }
        if (!found.isEmpty()) {
            faults.add(name + " has " + found.stream().map(Fault::toString).collect(Collectors.joining(", ")));
        }
    }
}
