package dev.odradek.statestore.core;

import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A decision in the making: each fact is applied to a private copy of the rows it touches, so that what is decided next
 * sees it. Nothing outside changes until the shell stores the finished {@link Decision}.
 */
public final class Draft implements Rows {
    private final View view;
    private final History history;
    private final Input input;
    private final long now;
    private final int level;
    private final List<EventRecord> facts = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private final SortedMap<Key<?>, @Nullable Object> changed = new TreeMap<>();
    private CommandRecord command;

    public Draft(View view, History history, Input input) {
        Meta meta = Meta.of(view);
        this.view = view;
        this.history = history;
        this.input = input;
        this.now = Math.max(meta.now(), input.appendTime());
        this.level = meta.level();
        this.command = input.record();
    }

    public long now() {
        return now;
    }

    public int level() {
        return level;
    }

    public int partition() {
        return input.partition();
    }

    public String tenant() {
        return command.tenant();
    }

    /** The command being decided: the one in the log, or a parked one it has set free. */
    public CommandRecord command() {
        return command;
    }

    /** Decides an earlier command now: its facts and answers name it, not the one that set it free. */
    public void during(CommandRecord earlier, Runnable decision) {
        CommandRecord outer = command;
        command = earlier;
        try {
            decision.run();
        } finally {
            command = outer;
        }
    }

    /** A fact about {@code entityId}; it counts from here on. */
    public void emit(String entityId, Event event) {
        Cause cause = new Cause(input.partition(), input.offset(), facts.size());
        EventRecord fact =
                new EventRecord(EventRecord.SCHEMA, command.tenant(), entityId, cause, command.id(), now, event);
        facts.add(fact);
        history.evolve(this, fact);
    }

    public void effect(Effect effect) {
        effects.add(effect);
    }

    /** Tells the asker of the current command, if there is one. */
    public void answer(Answer answer) {
        Asker asker = command.asker();
        if (asker != null) {
            effect(new Effect.Reply(command.tenant(), asker.slot(), asker.id(), command.id(), answer));
        }
    }

    public Decision finish() {
        return new Decision(List.copyOf(facts), lastTimers(), changed);
    }

    /** A timer slot that was set twice on the way needs only what it was set to last. */
    private List<Effect> lastTimers() {
        int timers = 0;
        for (Effect effect : effects) {
            timers += effect instanceof Effect.SetTimer || effect instanceof Effect.ClearTimer ? 1 : 0;
        }
        if (timers < 2) {
            return List.copyOf(effects);
        }
        List<Effect> kept = new ArrayList<>();
        Set<String> slots = new HashSet<>();
        for (int i = effects.size() - 1; i >= 0; i--) {
            Effect effect = effects.get(i);
            String slot = effect instanceof Effect.SetTimer set
                    ? set.slot()
                    : effect instanceof Effect.ClearTimer clear ? clear.slot() : null;
            if (slot == null || slots.add(slot)) {
                kept.add(effect);
            }
        }
        Collections.reverse(kept);
        return List.copyOf(kept);
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        if (changed.isEmpty()) {
            return view.get(key);
        }
        Object row = changed.get(key);
        if (row != null) {
            return key.type().cast(row);
        }
        return changed.containsKey(key) ? null : view.get(key);
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        changed.put(key, row);
    }

    @Override
    public void delete(Key<?> key) {
        changed.put(key, null);
    }
}
