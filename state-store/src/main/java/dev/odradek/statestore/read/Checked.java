package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Finding;
import java.util.List;

/**
 * What one pass over the axes has found.
 *
 * @param notChecked axes whose timers could not be asked for
 * @param withoutWakeup the first of those that nothing will move
 * @param more how many there are beyond these
 */
public record Checked(long checked, long notChecked, List<Finding> withoutWakeup, long more) {
    public Checked {
        withoutWakeup = List.copyOf(withoutWakeup);
    }

    public long found() {
        return withoutWakeup.size() + more;
    }
}
