package dev.odradek.bench.figure;

/** What an acknowledged job survives, as it is run here. */
public record Survival(boolean processKill, boolean powerCut, boolean nodeLoss) {
    /** Written to the page cache of one machine before it is acknowledged. */
    public static final Survival PAGE_CACHE = new Survival(true, false, false);
    /** Synced to the disk of one machine before it is acknowledged. */
    public static final Survival SYNCED = new Survival(true, true, false);
}
