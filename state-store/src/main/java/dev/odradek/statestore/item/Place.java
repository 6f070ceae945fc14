package dev.odradek.statestore.item;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Machine;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One axis of one item, with the machine that governs it.
 *
 * @param offered how it stands in its row, while it is taken and moved on in one step
 */
record Place(
        Item item,
        String axisName,
        AxisState axis,
        Machine machine,
        @Nullable AxisState offered) {

    Place(Item item, String axisName, AxisState axis, Machine machine) {
        this(item, axisName, axis, machine, null);
    }

    /** Decides about an axis that is there, or says what is missing. */
    static Outcome at(Draft draft, String itemId, String axisName, Function<Place, Outcome> decision) {
        Item item = draft.get(Item.key(draft.tenant(), itemId));
        if (item == null) {
            return Outcome.refused(Refusal.UNKNOWN_ITEM, "there is no item " + itemId);
        }
        AxisState axis = item.axes().get(axisName);
        if (axis == null) {
            return Outcome.refused(
                    Refusal.UNKNOWN_AXIS,
                    "machine " + item.machine() + " has no axis " + axisName + "; it has "
                            + String.join(", ", item.axes().keySet()));
        }
        return decision.apply(new Place(item, axisName, axis, machine(draft, item)));
    }

    /** The same axis as the facts since have left it. */
    Place now(Draft draft) {
        Item current = requireNonNull(draft.get(Item.key(draft.tenant(), item.id())));
        return new Place(current, axisName, requireNonNull(current.axes().get(axisName)), machine);
    }

    /** The same axis as if it had been taken; no fact says so, for the next one will. */
    Place taken(AxisState held) {
        return new Place(item, axisName, held, machine, axis);
    }

    static Machine machine(Draft draft, Item item) {
        KnownMachine known = draft.get(KnownMachine.key(draft.tenant(), item.machine(), item.version()));
        return requireNonNull(known, "an item's machine version is never forgotten")
                .machine();
    }

    Axis def() {
        return requireNonNull(machine.axes().get(axisName));
    }

    Optional<ClaimRule> claimable() {
        return def().claimFrom(axis.state());
    }

    /** The rule under which the axis is held. */
    Optional<ClaimRule> held() {
        return axis.lease() == null
                ? Optional.empty()
                : def().claimOn(axis.lease().queue());
    }
}
