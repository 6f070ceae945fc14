package dev.odradek.statestore.partition;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Names;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.item.ItemDecider;
import dev.odradek.statestore.item.Rules;
import dev.odradek.statestore.schedule.ScheduleDecider;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.PartitionCommand;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import java.util.Optional;

/** The whole core: what follows from a command, given the rows. Pure, so that a log has one meaning. */
public final class Core {
    /** The newest behaviour this code has; older ones it keeps for the logs that were written under them. */
    public static final int NEWEST_LEVEL = 5;

    private final int partitions;
    private final Rules rules;
    private final History history = new PartitionHistory();

    public Core(int partitions) {
        this(partitions, new Rules());
    }

    public Core(int partitions, Rules rules) {
        this.partitions = partitions;
        this.rules = rules;
    }

    public Decision decide(View view, Input input) {
        Draft draft = new Draft(view, history, input);
        if (draft.level() > NEWEST_LEVEL) {
            // The rows were written by a newer version, and say what this one would not understand and drop.
            throw new UnsupportedLevelException(draft.level());
        }
        conclude(draft, outcome(draft, input.record().command()));
        return draft.finish();
    }

    /** What follows from a command that the shell could not carry out: nothing, and its asker hears why. */
    public Decision refuse(View view, Input input, Refusal reason, String message) {
        Draft draft = new Draft(view, history, input);
        conclude(draft, Outcome.refused(reason, message));
        return draft.finish();
    }

    /** What follows from a record that is no command. */
    public Decision deadLettered(View view, Input input, String reason) {
        Draft draft = new Draft(view, history, input);
        draft.emit("commands", new Event.DeadLettered(reason));
        return draft.finish();
    }

    private Outcome outcome(Draft draft, Command command) {
        Optional<Outcome> unfit = Names.check(draft.tenant(), subject(command));
        if (unfit.isPresent()) {
            return unfit.get();
        }
        ItemDecider items = new ItemDecider(draft, rules, partitions);
        if (command instanceof Create create && mustPark(draft, create)) {
            return park(draft, create);
        }
        if (command instanceof ItemCommand item) {
            return item.match(items);
        }
        if (command instanceof QueueCommand queue) {
            return queue.match(items);
        }
        if (command instanceof ScheduleCommand schedule) {
            return new ScheduleDecider(draft, items, partitions).decide(schedule);
        }
        return ((PartitionCommand) command).match(new PartitionDecider(draft, partitions, parked -> {
            Create create = (Create) parked.command();
            draft.during(parked, () -> conclude(draft, items.create(create)));
        }));
    }

    private static boolean mustPark(Draft draft, Create create) {
        var item = create.item();
        return item.version() > 0
                && draft.get(KnownMachine.key(draft.tenant(), item.machine(), item.version())) == null;
    }

    private static Outcome park(Draft draft, Create create) {
        long seq = Parking.count(draft, Parking.Spot.of(draft.tenant(), create));
        if (seq >= Parking.MOST) {
            return Outcome.refused(
                    Refusal.TOO_MANY_PARKED,
                    Parking.MOST + " items wait already for machine "
                            + create.item().machine() + " version "
                            + create.item().version()
                            + "; apply its definition");
        }
        draft.emit(create.itemId(), new Event.Parked(draft.command(), seq));
        // Its asker hears when the version has come; until then nothing has become of it.
        return new Outcome.Later();
    }

    /** Publishes what became of the draft's command, and tells its asker. */
    private static void conclude(Draft draft, Outcome outcome) {
        Command command = draft.command().command();
        String subject = subject(command);
        Asker asker = draft.command().asker();
        boolean always = asker != null && asker.always();
        if (outcome instanceof Outcome.Refused no) {
            draft.emit(subject, new Event.Refused(command.type(), no.reason(), no.message()));
            draft.answer(new Answer.Denied(subject, command.type(), no.reason(), no.message(), no.holder()));
        } else if (outcome instanceof Outcome.Repeated again) {
            draft.emit(subject, new Event.Refused(command.type(), Refusal.DUPLICATE, "applied before"));
            if (always || again.answer() instanceof Answer.Granted) {
                draft.answer(again.answer());
            }
        } else if (outcome instanceof Outcome.Answered yes) {
            draft.answer(yes.answer());
        } else if (outcome instanceof Outcome.Applied yes && always) {
            draft.answer(new Answer.Applied(subject, command.type(), yes.version()));
        }
    }

    /** What a command is about, as facts name it. */
    public static String subject(Command command) {
        if (command instanceof ItemCommand item) {
            return item.itemId();
        }
        if (command instanceof QueueCommand queue) {
            return queue.queue();
        }
        if (command instanceof ScheduleCommand schedule) {
            return schedule.name();
        }
        return ((PartitionCommand) command).match(new Subjects());
    }

    private static final class Subjects implements PartitionCommand.Cases<String> {
        @Override
        public String define(PartitionCommand.Define c) {
            return c.machine();
        }

        @Override
        public String adopt(PartitionCommand.Adopt c) {
            return c.machine();
        }

        @Override
        public String level(PartitionCommand.Level c) {
            return "level";
        }
    }
}
