package dev.odradek.reaper.deadline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** When each lease was last named in a heartbeat; kept even before the lease itself has been read. */
final class Renewals {
    private record Named(long epoch, long at) {}

    private final ReaperRules rules;
    private final Map<String, Named> bySlot = new HashMap<>();

    Renewals(ReaperRules rules) {
        this.rules = rules;
    }

    void named(String slot, long epoch, long at) {
        Named known = bySlot.get(slot);
        // A late worker may still name an epoch that is over; it must not hide who works now.
        if (known == null || epoch >= known.epoch()) {
            bySlot.put(slot, new Named(epoch, at));
        }
    }

    /** When this epoch was last named, 0 if never. */
    long of(String slot, long epoch) {
        Named known = bySlot.get(slot);
        return known != null && rules.renews(known.epoch(), epoch) ? known.at() : 0;
    }

    /** Forgets what was said about epochs before this one. */
    void forgetBefore(String slot, long epoch) {
        Named known = bySlot.get(slot);
        if (known != null && known.epoch() < epoch) {
            bySlot.remove(slot);
        }
    }

    /** Forgets what nobody has named since {@code before} and no lease is kept by. */
    void forget(long before, Predicate<String> isLeased) {
        bySlot.entrySet().removeIf(each -> each.getValue().at() < before && !isLeased.test(each.getKey()));
    }

    int size() {
        return bySlot.size();
    }
}
