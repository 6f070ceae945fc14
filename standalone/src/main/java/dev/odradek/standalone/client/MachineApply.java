package dev.odradek.standalone.client;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Applied;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A sound definition on its way to the core: its home partition gives the version, then all partitions hear it. */
public final class MachineApply {
    private final Machine machine;
    private final JsonNode definition;

    private MachineApply(Machine machine, JsonNode definition) {
        this.machine = machine;
        this.definition = definition;
    }

    /** The definition, or {@link dev.odradek.topics.machine.BadMachineException} with every fault. */
    public static MachineApply parse(String yaml) {
        JsonNode definition = MachineYaml.parse(yaml);
        return new MachineApply(MachineReader.readNew(definition), definition);
    }

    public String name() {
        return machine.name();
    }

    public JsonNode definition() {
        return definition;
    }

    public List<String> queues() {
        return machine.claims().stream().map(ClaimRule::queue).toList();
    }

    /** The version it has in every partition when this returns. */
    public int to(Asking asking, String tenant) {
        TopicPlan plan = asking.connection().plan();
        TopicKeeper keeper = new TopicKeeper(asking.admin());
        // The lanes first: the core must never dispatch to a topic that is not there.
        machine.claims().forEach(rule -> keeper.ensure(plan.lanes(rule.queue(), rule.transport())));
        String key = "machine/" + machine.name();
        int version = applied(asking.ask(
                        Routing.home(tenant, machine.name(), plan.partitions()),
                        CommandRecord.of(tenant, Ids.fresh(), key, new Define(machine.name(), definition))))
                .version();
        for (Answer answer : asking.askAll(tenant, key, new Adopt(machine.name(), version, definition))) {
            // A partition that has heard of it already, or of a later version, is content.
            if (answer instanceof Denied denied && denied.reason() != Refusal.OLD_VERSION) {
                throw Denials.complaint(denied);
            }
        }
        return version;
    }

    private static Applied applied(Answer answer) {
        if (answer instanceof Applied applied) {
            return applied;
        }
        if (answer instanceof Denied denied) {
            throw Denials.complaint(denied);
        }
        throw new IllegalStateException("a definition was answered with " + answer);
    }
}
