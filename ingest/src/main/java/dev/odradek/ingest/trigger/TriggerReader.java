package dev.odradek.ingest.trigger;

import dev.odradek.ingest.access.Tenants;
import dev.odradek.ingest.trigger.Action.CreateItem;
import dev.odradek.ingest.trigger.Action.MoveItem;
import dev.odradek.ingest.trigger.Condition.Test;
import dev.odradek.topics.machine.Fault;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.Section;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Reads a trigger's definition and notes all its faults, each with its path. */
final class TriggerReader {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,62}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,127}");

    private TriggerReader() {}

    /** The definition as far as it can be read; it may be used only if no fault was added. */
    static TriggerDefinition read(JsonNode definition, List<Fault> faults) {
        Section root = new Section(definition, "", faults);
        String name = named(root, "trigger", NAME, "a lower-case name of letters, digits, _ and -");
        String tenant = root.required("tenant");
        if (!tenant.isEmpty() && !Tenants.isSound(tenant)) {
            root.fault("tenant", "must be 1 to 63 letters, digits, _ and -");
        }
        Optional<Section> replaySection = optional(root, "replay");
        Replay replay = replaySection.map(TriggerReader::replay).orElse(null);
        Signature signature =
                optional(root, "signature").map(TriggerReader::signature).orElse(null);
        if (replay != null && (signature == null || !signature.coversTime())) {
            root.fault("replay", "needs a signature over {timestamp}: a time that is not signed proves nothing");
        }
        if (replay == null && signature != null && signature.coversTime()) {
            root.fault("replay.header", "is missing: the signature is over {timestamp}, which that header holds");
        }
        TriggerDefinition read = new TriggerDefinition(
                name,
                tenant,
                signature,
                replay,
                SourceReader.source(root, "dedup"),
                root.sections("respond").stream().map(TriggerReader::echo).toList(),
                SourceReader.list(root, "require"),
                root.sections("ignore").stream().map(TriggerReader::condition).toList(),
                action(root));
        root.refuseUnknownKeys();
        return read;
    }

    private static Signature signature(Section section) {
        String over = Optional.ofNullable(section.text("over")).orElse(Signature.BODY);
        String rest = over.replace(Signature.TIMESTAMP, "").replaceFirst(Pattern.quote(Signature.BODY), "");
        if (!over.contains(Signature.BODY) || rest.contains("{")) {
            section.fault("over", "must hold {body} once, and may hold {timestamp}, was \"" + over + "\"");
        }
        Signature read = new Signature(
                section.required("header"),
                Optional.ofNullable(section.text("prefix")).orElse(""),
                over,
                section.choice("encoding", Signature.Encoding.HEX),
                named(
                        section,
                        "secret_env",
                        VARIABLE,
                        "the name of an environment variable such as SLACK_SIGNING_SECRET, never the secret itself"));
        section.refuseUnknownKeys();
        return read;
    }

    private static Replay replay(Section section) {
        Replay read = new Replay(section.required("header"), section.duration("window", Replay.DEFAULT_WINDOW));
        section.refuseUnknownKeys();
        return read;
    }

    private static Echo echo(Section section) {
        JsonNode echo = section.get("echo");
        JsonPointer field = JsonPointer.empty();
        if (echo == null || !echo.isString() || !echo.asString().startsWith("/")) {
            section.fault("echo", "must be the pointer of the field that is sent back, such as /challenge");
        } else {
            field = JsonPointer.compile(echo.asString());
        }
        Condition when = optional(section, "when")
                .map(TriggerReader::condition)
                .orElse(new Condition(new Source(List.of(field), null, null, null, null), Test.PRESENT, null));
        Echo read = new Echo(when, field, section.flag("unsigned"));
        section.refuseUnknownKeys();
        return read;
    }

    private static Condition condition(Section section) {
        JsonNode equals = section.get("equals");
        JsonNode not = section.get("not");
        JsonNode is = section.get("is");
        if ((equals == null ? 0 : 1) + (not == null ? 0 : 1) + (is == null ? 0 : 1) != 1) {
            section.fault("is", "exactly one of is, equals and not must be there");
        }
        Test test = equals != null ? Test.EQUALS : not != null ? Test.NOT : section.choice("is", Test.BLANK);
        if (is != null && (test == Test.EQUALS || test == Test.NOT)) {
            section.fault("is", "must be blank or present");
        }
        Condition read = new Condition(SourceReader.fields(section), test, equals != null ? equals : not);
        section.refuseUnknownKeys();
        return read;
    }

    private static Action action(Section root) {
        Optional<Section> transition = optional(root, "transition");
        Optional<Section> item = optional(root, "item");
        String machine = root.text("machine");
        if (transition.isPresent() && (item.isPresent() || machine != null)) {
            root.fault("transition", "stands beside machine or item; a trigger either creates items or moves them");
        }
        if (transition.isEmpty() && machine == null) {
            root.fault("machine", "is missing: the machine of the items it creates, or else transition");
        }
        return transition
                .<Action>map(TriggerReader::move)
                .orElseGet(() -> create(machine == null ? "" : machine, item));
    }

    private static CreateItem create(String machine, Optional<Section> item) {
        if (item.isEmpty()) {
            return new CreateItem(machine, null, null);
        }
        Section section = item.get();
        @Nullable SortedMap<String, Source> payload =
                optional(section, "payload").map(SourceReader::sources).orElse(null);
        CreateItem read = new CreateItem(machine, SourceReader.source(section, "partition_key"), payload);
        section.refuseUnknownKeys();
        return read;
    }

    private static MoveItem move(Section section) {
        Source id = SourceReader.source(section, "id");
        if (id == null) {
            section.fault("id", "is missing: the pointer of what names the item");
        }
        String key = section.text("key");
        if (key != null && !key.contains(MoveItem.ID)) {
            section.fault("key", "must hold {id}, was \"" + key + "\"");
        }
        MoveItem read = new MoveItem(
                id == null ? Source.at("") : id,
                key,
                section.flag("either_hyphens"),
                SourceReader.source(section, "partition_key"),
                Optional.ofNullable(section.text("axis")).orElse(Machine.DEFAULT_AXIS),
                section.required("to"),
                SourceReader.sources(section.section("patch")));
        section.refuseUnknownKeys();
        return read;
    }

    private static String named(Section section, String key, Pattern shape, String what) {
        String value = section.required(key);
        if (!value.isEmpty() && !shape.matcher(value).matches()) {
            // Not what was found: somebody may have put a secret where its name belongs.
            section.fault(key, "must be " + what);
        }
        return value;
    }

    private static Optional<Section> optional(Section section, String key) {
        return section.get(key) == null ? Optional.empty() : Optional.of(section.section(key));
    }
}
