package dev.odradek.statestore.rehearse;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.item.Item;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One item that would have gone another way.
 *
 * @param machine absent if the item exists in neither course
 * @param axes where each axis stands when the record ends
 * @param first where the courses part
 * @param refused how many later commands about it were applied, but would have been refused
 */
public record ItemDifference(String id, @Nullable String machine, List<AxisEnd> axes, First first, int refused) {
    public static final String PREFIX = "difference/";

    /** One axis in both courses; absent where there is no such item or axis. */
    public record AxisEnd(
            String axis,
            @Nullable EndState recorded,
            @Nullable EndState rehearsed) {}

    public ItemDifference {
        axes = List.copyOf(axes);
    }

    /** By id; an id that two partitions know is two items. */
    public Key<ItemDifference> key() {
        return new Key<>(PREFIX + id + "/" + first.command(), ItemDifference.class);
    }

    static ItemDifference of(Mark mark, @Nullable Item was, @Nullable Item would) {
        TreeSet<String> names = new TreeSet<>();
        String machine = null;
        if (would != null) {
            machine = would.machine();
            names.addAll(would.axes().keySet());
        }
        if (was != null) {
            machine = was.machine();
            names.addAll(was.axes().keySet());
        }
        List<AxisEnd> axes = names.stream()
                .map(axis -> new AxisEnd(axis, EndState.of(was, axis), EndState.of(would, axis)))
                .toList();
        return new ItemDifference(mark.id(), machine, axes, requireNonNull(mark.first()), mark.refused());
    }
}
