package dev.odradek.statestore.schedule;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Names;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.statestore.item.ItemDecider;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.schedule.BadCronException;
import dev.odradek.topics.schedule.Cron;
import java.time.Instant;
import java.util.Optional;

/** Decides what follows from a wish about a schedule: each time it waits for makes one item, however often told. */
public final class ScheduleDecider implements ScheduleCommand.Cases<Outcome> {
    private static final int FIRST_LEVEL = 3;

    private final Draft draft;
    private final ItemDecider items;
    private final int partitions;

    public ScheduleDecider(Draft draft, ItemDecider items, int partitions) {
        this.draft = draft;
        this.items = items;
        this.partitions = partitions;
    }

    public Outcome decide(ScheduleCommand c) {
        if (draft.level() < FIRST_LEVEL) {
            return Outcome.refused(
                    Refusal.OLD_LEVEL,
                    "schedules need level " + FIRST_LEVEL + ", but this partition decides at level " + draft.level()
                            + "; raise it once every state-store has this version");
        }
        if (Routing.partition(draft.tenant(), c.key(), partitions) != draft.partition()) {
            return Outcome.refused(Refusal.WRONG_PARTITION, "schedule " + c.name() + " belongs to another partition");
        }
        return c.match(this);
    }

    @Override
    public Outcome putSchedule(ScheduleCommand.PutSchedule c) {
        Past past = Past.of(draft, draft.tenant(), c.name());
        if (isRepeat(past) || isThere(c)) {
            return repeated(c);
        }
        Optional<Outcome> unfit =
                c.partitionKey() == null ? Optional.empty() : Names.check(draft.tenant(), c.partitionKey());
        Optional<Outcome> bad = unfit.or(() -> items.unknownMachine(c.machine()));
        if (bad.isPresent()) {
            return bad.get();
        }
        long nextAt;
        try {
            nextAt = next(c.cron(), past.firedAt());
        } catch (BadCronException e) {
            return Outcome.refused(Refusal.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        draft.emit(
                c.name(), new Event.Scheduled(c.name(), c.cron(), c.machine(), c.payload(), c.partitionKey(), nextAt));
        arm(c, nextAt);
        return Outcome.applied();
    }

    @Override
    public Outcome dropSchedule(ScheduleCommand.DropSchedule c) {
        if (isRepeat(Past.of(draft, draft.tenant(), c.name()))) {
            return repeated(c);
        }
        if (draft.get(Schedule.key(draft.tenant(), c.name())) == null) {
            return unknown(c);
        }
        draft.emit(c.name(), new Event.Unscheduled(c.name()));
        draft.effect(new Effect.ClearTimer(draft.tenant(), Schedule.slot(c.name())));
        return Outcome.applied();
    }

    @Override
    public Outcome fireSchedule(ScheduleCommand.FireSchedule c) {
        Schedule schedule = draft.get(Schedule.key(draft.tenant(), c.name()));
        if (schedule == null) {
            return unknown(c);
        }
        if (schedule.nextAt() != c.at()) {
            return Outcome.refused(
                    Refusal.STALE_TOKEN,
                    "schedule " + c.name() + " waits for " + Instant.ofEpochMilli(schedule.nextAt()) + ", not for "
                            + Instant.ofEpochMilli(c.at()));
        }
        Payload payload = requireNonNull(draft.get(Schedule.payload(draft.tenant(), c.name())));
        String itemId = Ids.derived("schedule", draft.tenant(), c.name(), String.valueOf(c.at()));
        // What was missed while nobody was there is made up for by this one item: the next time lies ahead of now.
        long nextAt = next(schedule.cron(), c.at());
        draft.emit(c.name(), new Event.Fired(c.name(), c.at(), itemId, nextAt));
        items.bring(new NewItem(itemId, schedule.machine(), 0, schedule.partitionKey(), payload.body(), 0));
        arm(c, nextAt);
        return Outcome.applied();
    }

    private long next(String cron, long after) {
        return Cron.parse(cron).next(Math.max(after, draft.now())).orElseThrow();
    }

    private void arm(ScheduleCommand c, long nextAt) {
        CommandRecord fire = CommandRecord.of(
                draft.tenant(),
                "fire/" + c.name() + "/" + nextAt,
                c.key(),
                new ScheduleCommand.FireSchedule(c.name(), nextAt));
        draft.effect(new Effect.SetTimer(draft.tenant(), Schedule.slot(c.name()), new Timer.DueTimer(nextAt, fire)));
    }

    private boolean isRepeat(Past past) {
        return past.recent().contains(draft.command().id());
    }

    private boolean isThere(ScheduleCommand.PutSchedule c) {
        Schedule known = draft.get(Schedule.key(draft.tenant(), c.name()));
        return known != null
                && known.isAsWished(c)
                && new Payload(c.payload()).equals(draft.get(Schedule.payload(draft.tenant(), c.name())));
    }

    private static Outcome repeated(ScheduleCommand c) {
        return new Outcome.Repeated(new Answer.Applied(c.name(), c.type(), 0));
    }

    private static Outcome unknown(ScheduleCommand c) {
        return Outcome.refused(Refusal.UNKNOWN_SCHEDULE, "there is no schedule " + c.name());
    }
}
