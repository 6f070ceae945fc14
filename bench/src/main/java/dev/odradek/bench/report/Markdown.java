package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The report: who is ahead, every figure, and how each was come by. */
final class Markdown {
    private final Results results;
    private final Standing standing;
    private final StringBuilder text = new StringBuilder();

    Markdown(Results results) {
        this.results = results;
        this.standing = new Standing(results);
    }

    String render() {
        text.append("# Odradek beside its peers\n\n");
        results.incomplete().ifPresent(why -> text.append("**This report is incomplete: %s.**\n\n".formatted(why)));
        setup(results.setup());
        text.append("## Goals\n\n").append(Goals.table(results)).append("\n");
        headline();
        behind();
        peers();
        charts();
        ours();
        conditions();
        method();
        return text.toString();
    }

    private void setup(Setup setup) {
        text.append("""
                %s, %d cores, %,d MiB, %s, %s; %s, commit %s; %s

                `%s`

                """.formatted(
                        setup.processor(),
                        setup.cores(),
                        setup.memoryMib(),
                        setup.system(),
                        setup.java(),
                        setup.at(),
                        setup.commit(),
                        setup.repeats() == 1
                                ? "one run each, so small differences mean nothing."
                                : "medians of " + setup.repeats() + " runs, in brackets from the least to the most.",
                        setup.command()));
    }

    private static boolean isSynced(Row row) {
        return row.survives().powerCut();
    }

    /** Every peer, and ours without a flush per message. */
    private static boolean isAny(Row row) {
        return !row.ours() || !isSynced(row);
    }

    private void headline() {
        text.append("## Who is ahead\n\n");
        standing(
                "Among those that lose nothing acknowledged when the power is cut (ours with a flush per message)",
                Markdown::isSynced);
        standing("Of all, whatever they survive (ours writes to the page cache; see below)", Markdown::isAny);
    }

    private void standing(String among, Predicate<Row> of) {
        text.append(among)
                .append(standing.compares(of) ? ":\n\n" + standing.table(of) : ": this run has nothing to compare.\n")
                .append("\n");
    }

    private void behind() {
        text.append("## Where a peer is ahead\n\n");
        List<String> all = new ArrayList<>(standing.peersAhead(Markdown::isAny));
        standing.peersAhead(Markdown::isSynced).stream()
                .map(sentence -> "With a flush per message: " + sentence)
                .forEach(all::add);
        boolean compares = standing.compares(Markdown::isSynced) || standing.compares(Markdown::isAny);
        String none = compares ? "In none of what this run compares.\n" : "Nothing was compared.\n";
        text.append(all.isEmpty() ? none : "")
                .append(all.stream().map(line -> "- " + line + "\n").collect(Collectors.joining()))
                .append("\n");
    }

    private void peers() {
        text.append("## Every figure\n\n");
        table(Standing.COMPARED.stream()
                .filter(metric -> results.having(metric).findAny().isPresent())
                .toList());
        text.append("\n");
        results.rows().stream()
                .filter(row -> row.skipped().isPresent())
                .forEach(row -> text.append("- **%s** skipped: %s\n"
                        .formatted(row.name(), row.skipped().orElseThrow())));
        results.rows()
                .forEach(row -> row.notes().forEach(note -> text.append("- %s: %s\n".formatted(row.name(), note))));
        text.append("\n");
    }

    private void table(List<Metric> metrics) {
        text.append("| |")
                .append(metrics.stream()
                        .map(metric -> " %s: %s, %s |".formatted(metric.workload(), metric.title(), metric.unit()))
                        .collect(Collectors.joining()))
                .append("\n|---|")
                .append("---|".repeat(metrics.size()))
                .append("\n");
        results.rows().stream()
                .filter(row ->
                        metrics.stream().anyMatch(metric -> row.figure(metric).isPresent()))
                .forEach(row -> text.append("| %s |".formatted(row.name()))
                        .append(metrics.stream()
                                .map(metric -> " " + Text.figure(row, metric, results) + " |")
                                .collect(Collectors.joining()))
                        .append("\n"));
    }

    private void charts() {
        Charts.of(results)
                .forEach(metric -> text.append(
                        "![%s: %s](%s)\n\n".formatted(metric.workload(), metric.title(), Charts.file(metric))));
    }

    private void ours() {
        List<Metric> metrics = List.of(Metric.values()).stream()
                .filter(metric -> !Standing.COMPARED.contains(metric))
                .filter(metric -> results.having(metric).findAny().isPresent())
                .toList();
        if (metrics.isEmpty()) {
            return;
        }
        text.append("## Our scenarios and the raw limits\n\n| | | |\n|---|---|---|\n");
        metrics.forEach(metric -> results.having(metric)
                .forEach(row -> text.append("| %s %s | %s | %s %s |\n"
                        .formatted(
                                metric.workload(),
                                metric.title(),
                                row.name(),
                                Text.figure(row, metric, results),
                                metric.unit()))));
        text.append("\n");
    }

    private void conditions() {
        text.append("## What each survives, and how it was run\n\n")
                .append("| | process kill | power cut | node loss | settings |\n|---|---|---|---|---|\n");
        results.rows()
                .forEach(row -> text.append("| %s | %s | %s | %s | %s |\n"
                        .formatted(
                                row.name(),
                                Text.yesNo(row.survives().processKill()),
                                Text.yesNo(row.survives().powerCut()),
                                Text.yesNo(row.survives().nodeLoss()),
                                row.settings())));
        text.append("\n");
    }

    private void method() {
        text.append("""
                ## How it was measured

                One system at a time, each time on an empty directory: its server or database, one worker process and
                one producer process, with handlers that do nothing but note when they were begun. Warm is what gave the
                same rate twice in a row, within 5 %, in rounds of some seconds; what did not is named. The systems take
                turns, and every repeat begins with another one. In bold is where ours is ahead in all repeats of both
                and their ranges do not overlap; [2 of 3 runs] is said of what gave no figure in one of them.

                - **W1** single enqueues, 64 in flight, while the worker works: jobs from the first call to the last
                  start. Bulk: the system's own call for many, 500 at a time, while no worker runs; then one is started,
                  cold, and the drain counts from the first start to the last.
                - **W2** 50 jobs/s, one call each: from the call to the start of the handler.
                - **W3** three durable stages an item, posted by the bulk call where there is one; at 20 items/s from
                  the call to the start of the third stage. Queues enqueue the next stage in the handler of the last,
                  not in one step with its completion; ours, Restate, DBOS and LittleHorse do it in one.
                - **W4** the worker that holds a job is killed with SIGKILL while another runs, or the same is started
                  again where nobody else would get it: seconds until the job runs again.
                """);
        long touched = results.setup().touchedMib();
        if (touched > 0) {
            text.append("""
                    - Before each, the free memory (up to %s MiB) was used as page cache: a virtual machine
                      pays for the first use of each page, and again for one that has lain free for a while.
                    """.formatted(Text.number((double) touched)));
        }
    }
}
