package dev.odradek.statestore.partition;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.machine.BadMachineException;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Decides which definitions a partition knows and at which level it decides. */
final class PartitionDecider implements PartitionCommand.Cases<Outcome> {
    private final Draft draft;
    private final int partitions;
    private final Consumer<CommandRecord> unpark;

    PartitionDecider(Draft draft, int partitions, Consumer<CommandRecord> unpark) {
        this.draft = draft;
        this.partitions = partitions;
        this.unpark = unpark;
    }

    @Override
    public Outcome define(PartitionCommand.Define c) {
        if (Routing.home(draft.tenant(), c.machine(), partitions) != draft.partition()) {
            return Outcome.refused(Refusal.WRONG_PARTITION, "machine " + c.machine() + " has its home elsewhere");
        }
        Optional<Outcome> bad = fault(c.machine(), c.definition()).or(() -> waitsTooLong(c.definition()));
        if (bad.isPresent()) {
            return bad.get();
        }
        Newest known = Newest.of(draft, draft.tenant(), c.machine());
        int newest = known.version();
        Optional<Integer> given = known.given(draft.command().id());
        if (given.isPresent()) {
            return new Outcome.Repeated(new Answer.Applied(c.machine(), "Define", given.get()));
        }
        KnownMachine last = draft.get(KnownMachine.key(draft.tenant(), c.machine(), newest));
        if (last != null && last.definition().equals(c.definition())) {
            spread(c.machine(), newest, c.definition());
            return new Outcome.Repeated(new Answer.Applied(c.machine(), "Define", newest));
        }
        learn(c.machine(), newest + 1, c.definition());
        spread(c.machine(), newest + 1, c.definition());
        return new Outcome.Applied(newest + 1);
    }

    @Override
    public Outcome adopt(PartitionCommand.Adopt c) {
        if (draft.get(KnownMachine.key(draft.tenant(), c.machine(), c.version())) != null) {
            return Outcome.refused(
                    Refusal.OLD_VERSION, "version " + c.version() + " of machine " + c.machine() + " is known already");
        }
        Optional<Outcome> bad = fault(c.machine(), c.definition());
        if (bad.isPresent()) {
            return bad.get();
        }
        learn(c.machine(), c.version(), c.definition());
        return new Outcome.Applied(c.version());
    }

    @Override
    public Outcome level(PartitionCommand.Level c) {
        if (c.level() > Core.NEWEST_LEVEL) {
            throw new UnsupportedLevelException(c.level());
        }
        if (c.level() <= draft.level()) {
            return Outcome.refused(Refusal.OLD_LEVEL, "this partition decides at level " + draft.level() + " already");
        }
        draft.emit("level", new Event.Levelled(c.level()));
        return Outcome.applied();
    }

    private void learn(String machine, int version, JsonNode definition) {
        List<CommandRecord> waiting = Parking.all(draft, new Parking.Spot(draft.tenant(), machine, version));
        draft.emit(machine, new Event.Defined(machine, version, definition));
        waiting.forEach(unpark);
    }

    /** Tells every other partition; also when nothing is new, in case one has not heard. */
    private void spread(String machine, int version, JsonNode definition) {
        for (int p = 0; p < partitions; p++) {
            if (p != draft.partition()) {
                String id = "adopt/" + machine + "/" + version + "/" + p;
                CommandRecord adopt = CommandRecord.of(
                        draft.tenant(), id, machine, new PartitionCommand.Adopt(machine, version, definition));
                draft.effect(new Effect.SetTimer(draft.tenant(), id, new Timer.Send(p, adopt)));
            }
        }
    }

    /** Asked only where a version is given: what one partition has accepted, none may refuse. */
    private Optional<Outcome> waitsTooLong(JsonNode definition) {
        return MachineReader.read(definition).claims().stream()
                .filter(rule -> draft.level() >= 3)
                .filter(rule -> rule.backoff().cap().compareTo(TopicPlan.COMMAND_RETENTION) > 0)
                .map(PartitionDecider::tooLong)
                .findFirst();
    }

    private static Outcome tooLong(ClaimRule rule) {
        return Outcome.refused(
                Refusal.BAD_DEFINITION,
                "the back-off of queue " + rule.queue() + " may reach "
                        + rule.backoff().cap().toDays() + " days, but commands are kept for "
                        + TopicPlan.COMMAND_RETENTION.toDays() + "; lower its cap");
    }

    private Optional<Outcome> fault(String name, JsonNode definition) {
        try {
            Machine machine = MachineReader.read(definition);
            if (!machine.name().equals(name)) {
                return Optional.of(Outcome.refused(
                        Refusal.BAD_DEFINITION,
                        "it is sent as machine " + name + " but names itself " + machine.name()));
            }
            return machine.claims().stream()
                    .filter(rule -> rule.maxInFlight() > 0 && rule.maxInFlight() < partitions)
                    .map(rule -> Outcome.refused(
                            Refusal.BAD_DEFINITION,
                            "max_in_flight of queue " + rule.queue() + " is " + rule.maxInFlight()
                                    + ", but each of the " + partitions + " partitions needs a share of at least 1;"
                                    + " raise it, or run with fewer odradek.partitions"))
                    .findFirst();
        } catch (BadMachineException e) {
            return Optional.of(Outcome.refused(Refusal.BAD_DEFINITION, String.valueOf(e.getMessage())));
        }
    }
}
