package dev.odradek.ingest.claim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody who wants work of a tenant's queue and has none yet. */
interface Waiter {
    String tenant();

    /** The one axis it wants work on; absent: any. */
    @Nullable String axis();

    default Wish wish() {
        return new Wish(tenant(), axis());
    }

    /** How many it would take at once. */
    int wants();

    /** Whether it has waited for as long as it meant to, and only wants to know that there is nothing. */
    boolean isLate();

    /** These are reserved for it; it waits no more. */
    void take(List<Offer> offers);

    /** There is nothing for it; it waits no more. */
    void leaveEmpty();
}
