package dev.odradek.standalone.demo;

import java.util.List;
import java.util.Locale;

/**
 * What a run came to, in figures.
 *
 * @param killedHeld how many items the killed worker held
 * @param killedAgainMs how long after the kill the last of them was in other hands; 0 if it held none
 * @param readModel what the read model says of the run
 */
public record Summary(
        int items,
        int done,
        long attempts,
        int lost,
        int doubled,
        double itemsPerSecond,
        long p50Ms,
        long p99Ms,
        double atWorkAfterSeconds,
        int killedHeld,
        long killedAgainMs,
        String ledgers,
        Recorded.Found readModel) {

    static Summary of(Audit audit, Progress progress, Casualty casualty, double atWorkAfterSeconds, String ledgers) {
        List<Long> again = casualty.again();
        List<Long> latencies = progress.latencies();
        double rate = latencies.size() * 1000.0 / Math.max(1, progress.span());
        return new Summary(
                audit.acknowledged(),
                latencies.size(),
                audit.attempts(),
                audit.lost().size(),
                audit.doubled().size(),
                Math.round(rate * 10) / 10.0,
                percentile(latencies, 0.50),
                percentile(latencies, 0.99),
                Math.round(atWorkAfterSeconds * 10) / 10.0,
                casualty.takenBack(),
                again.isEmpty() ? 0 : again.get(again.size() - 1),
                ledgers,
                Recorded.Found.NOTHING);
    }

    Summary with(Recorded.Found found) {
        return new Summary(
                items,
                done,
                attempts,
                lost,
                doubled,
                itemsPerSecond,
                p50Ms,
                p99Ms,
                atWorkAfterSeconds,
                killedHeld,
                killedAgainMs,
                ledgers,
                found);
    }

    public boolean isClean() {
        return lost == 0 && doubled == 0 && done == items;
    }

    /** The smallest value that at least this share of the sorted values does not exceed. */
    static long percentile(List<Long> sorted, double share) {
        if (sorted.isEmpty()) {
            return 0;
        }
        int rank = (int) Math.ceil(share * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    public String words() {
        return String.format(
                Locale.ROOT,
                "%n%,d items posted and acknowledged, %,d done in %,d attempts.%n"
                        + "Lost: %d. Doubled: %d. (From the handlers' own ledgers against the producer's, in %s.)%n"
                        + "%s%n"
                        + "%.1f items/s; create to done p50 %,d ms, p99 %,d ms; first item at work after %.1f s.%n"
                        + "%s%n"
                        + "%s",
                items,
                done,
                attempts,
                lost,
                doubled,
                ledgers,
                casualty(),
                itemsPerSecond,
                p50Ms,
                p99Ms,
                atWorkAfterSeconds,
                readModel.words(items),
                verdict());
    }

    private String casualty() {
        return killedHeld == 0
                ? "The killed worker held nothing just then."
                : String.format(
                        Locale.ROOT,
                        "The killed worker held %d item%s; all were in other hands %.1f s after it was killed.",
                        killedHeld,
                        killedHeld == 1 ? "" : "s",
                        killedAgainMs / 1000.0);
    }

    private String verdict() {
        if (isClean()) {
            return "Nothing was lost and nothing was done twice.";
        }
        return lost == 0 && doubled == 0
                ? "Nothing was lost or doubled, but " + (items - done) + " items are not done."
                : "This must not happen: keep the ledgers and report it.";
    }
}
