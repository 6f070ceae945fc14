package dev.odradek.bench;

import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Setup;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code bench}: measures, and writes the report. */
@Command(
        name = "./odradek bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure Odradek beside other systems, one at a time, each with a worker and a producer process,",
            "and write a report with tables and charts. A system whose requirements are not met is skipped and",
            "named. A whole run takes hours and wants the machine for itself."
        },
        footer = {
            "",
            "Examples:",
            "  ./odradek bench --quick                       three minutes: ours and db-scheduler",
            "  ./odradek bench                               everything; the report goes to docs/bench",
            "  ./odradek bench --only W3 --peers odradek-eager,restate",
            "  ./odradek bench --only P1,P4 --json"
        })
public final class Bench implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MISUNDERSTOOD = 2;
    private static final int INTERRUPTED = 130;

    @Spec
    private CommandSpec verb = CommandSpec.create();

    @Option(names = "--quick", description = "Three minutes instead of hours; its figures are rough.")
    private boolean quick;

    @Option(names = "--huge", description = "P3 also with 10,000,000 items: 10 to 35 min each time, as the machine is.")
    private boolean huge;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ID",
            description = "Only these workloads and scenarios: W1 to W4, RAW, P1 to P10.")
    private Set<String> only = Set.of();

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "KEY",
            description = "Only these systems (see --list); scenarios are chosen by --only and --skip.")
    private Set<String> peers = Set.of();

    @Option(
            names = "--skip",
            split = ",",
            paramLabel = "KEY",
            description = "Not these systems and scenarios (see --list).")
    private Set<String> skip = Set.of();

    @Option(names = "--list", description = "List systems and scenarios, and whether they can be run here.")
    private boolean list;

    @Option(names = "--repeats", paramLabel = "N", description = "How often each is measured (default: 3, quick: 1).")
    private @Nullable Integer repeats;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the report goes (default: docs/bench for a whole run, else bench/target/report).")
    private @Nullable Path out;

    @Option(names = "--json", description = "Print the results as JSON as well.")
    private boolean json;

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        CommandLine line = new CommandLine(new Bench()).setOut(out).setExecutionExceptionHandler((e, at, parsed) -> {
            boolean misunderstood = e instanceof IllegalArgumentException;
            String why = misunderstood ? String.valueOf(e.getMessage()) : e.toString();
            int exit = misunderstood ? MISUNDERSTOOD : FAILED;
            at.getErr().println(why);
            if (parsed.hasMatchedOption("--json")) {
                at.getOut().println(Report.failure(why, exit));
            }
            return exit;
        });
        int code = line.execute(args);
        out.flush();
        System.exit(code);
    }

    @Override
    public Integer call() throws Exception {
        Plan plan = Plan.of(scale(), only, peers, skip);
        if (list) {
            plan.everything()
                    .forEach(trial ->
                            print(trial.row().key() + "  " + trial.row().name()
                                    + trial.missing()
                                            .map(why -> " (skipped: " + why + ")")
                                            .orElse("")));
            return 0;
        }
        long begun = System.nanoTime();
        Path root = Machine.root();
        Path work = root.resolve("bench/target/runs/" + ProcessHandle.current().pid());
        // Unless --out says so, a report that stands for the project gives way only to another whole one.
        Path partial = out != null ? out : root.resolve("bench/target/report");
        Path folder = out == null && plan.isWhole() ? root.resolve("docs/bench") : partial;
        refuseUnwritable(partial);
        refuseUnwritable(folder);
        String command = "./odradek bench "
                + String.join(" ", verb.commandLine().getParseResult().originalArgs());
        Results results;
        try (Ballast ballast = new Ballast(work.resolve("ballast"))) {
            Setup setup = Machine.setup(command, plan.repeats(), touched(ballast));
            Runnable before = quick ? () -> {} : ballast::fill;
            results = new Run(plan.trials(), setup, work, partial, this::progress).make(before);
        }
        if (results.incomplete().isPresent()) {
            return INTERRUPTED;
        }
        Report.write(results, folder);
        if (json) {
            print(Report.json(results));
        }
        long seconds = (System.nanoTime() - begun) / 1_000_000_000;
        progress("Done in %d min %d s; the report is in %s."
                .formatted(seconds / 60, seconds % 60, folder.resolve(Report.FILE)));
        return 0;
    }

    /** Said before hours of work, not after them. */
    private static void refuseUnwritable(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the report needs a folder that can be written (--out); " + folder + " is none: " + e, e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("the report needs a folder that can be written (--out); " + folder
                    + " cannot be written by " + System.getProperty("user.name"));
        }
    }

    /** A quick run is rough enough without it. */
    private long touched(Ballast ballast) {
        if (quick) {
            return 0;
        }
        progress("Using the free memory, here and between trials, so that nobody measured pays for its first use.");
        return ballast.fill();
    }

    private Scale scale() {
        if (quick && huge) {
            throw new IllegalArgumentException("--quick and --huge contradict each other; leave one of them out");
        }
        if (huge && !only.isEmpty() && only.stream().noneMatch("P3"::equalsIgnoreCase)) {
            throw new IllegalArgumentException(
                    "--huge is about P3, which --only does not name; name it, or leave out --huge");
        }
        if (repeats != null && repeats < 1) {
            throw new IllegalArgumentException("--repeats must be 1 or more; was " + repeats);
        }
        Scale scale = quick ? Scale.QUICK : huge ? Scale.FULL.huge() : Scale.FULL;
        return repeats == null ? scale : scale.repeating(repeats);
    }

    private void print(String text) {
        verb.commandLine().getOut().println(text);
    }

    /** On standard error, so that JSON stays JSON. */
    private void progress(String line) {
        verb.commandLine()
                .getErr()
                .println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + line);
        verb.commandLine().getErr().flush();
    }
}
