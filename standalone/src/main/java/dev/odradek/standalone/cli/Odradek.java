package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code odradek} command: every verb, and one place where failures become sentences. */
@Command(
        name = "./odradek",
        mixinStandardHelpOptions = true,
        version = "odradek 0.1.0",
        synopsisSubcommandLabel = "VERB",
        description = "A durable work pipeline on Kafka.",
        footer = {
            "",
            "Start here:",
            "  ./odradek demo                 a sample pipeline, run and judged",
            "  ./odradek sample bench         a whole pipeline to copy from, with everything around it",
            "  ./odradek up                   broker, database and all services in one process",
            "  ./odradek bench --quick        this beside what else there is, in three minutes",
            "  ./odradek VERB --help          what a verb takes, with examples",
            "",
            "Exit codes: 0 done, 1 refused, 2 not understood, 3 not found, 4 nothing answers there."
        })
public final class Odradek {
    private Odradek() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        out.flush();
        System.exit(code);
    }

    /** Runs one verb; never throws, and complains in one sentence to {@code err}, and to {@code out} with --json. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine().setOut(out).setErr(err).execute(args);
    }

    static CommandLine commandLine() {
        CommandLine root = new CommandLine(new Odradek());
        root.addSubcommand(new UpVerb());
        root.addSubcommand(new DemoVerb());
        root.addSubcommand(new SampleVerb());
        root.addSubcommand(new PostVerb());
        root.addSubcommand(new ItemsVerb());
        root.addSubcommand(new DeadLettersVerb());
        root.addSubcommand(new ReplayVerb());
        root.addSubcommand(new RehearseVerb());
        root.addSubcommand(new TokenVerb());
        Stream.of(
                        MachineVerbs.class,
                        ItemVerbs.class,
                        MoveVerbs.class,
                        QueueVerbs.class,
                        ScheduleVerbs.class,
                        TopicVerbs.class,
                        OperateVerbs.class)
                .flatMap(verbs -> CommandLine.getCommandMethods(verbs, null).stream())
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .forEach(verb -> root.addSubcommand(new CommandLine(verb)));
        root.setParameterExceptionHandler(Odradek::misunderstood);
        root.setExecutionExceptionHandler(Odradek::failed);
        // An @ marks a payload's file, not a file of arguments.
        root.setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpAutoWidth(true);
        root.setUsageHelpWidth(110);
        return root;
    }

    private static int misunderstood(ParameterException e, String[] args) {
        CommandLine at = e.getCommandLine();
        String help = at.getCommandSpec().qualifiedName() + " --help";
        String message = e instanceof UnmatchedArgumentException unmatched
                ? "There is no " + String.join(" ", unmatched.getUnmatched()) + " here"
                : Complaints.withoutStop(String.valueOf(e.getMessage()));
        return say(new Complaint(Exit.USAGE, message + "; see " + help + "."), at, Arrays.asList(args));
    }

    private static int failed(Exception e, CommandLine at, CommandLine.ParseResult parsed) {
        int code = say(Complaints.of(e), at, parsed.originalArgs());
        if (System.getenv("ODRADEK_DEBUG") != null) {
            e.printStackTrace(at.getErr());
        }
        return code;
    }

    /** To people always, and to programs as well if one asked: what was given may be too wrong to be parsed. */
    private static int say(Complaint complaint, CommandLine at, List<String> args) {
        String sentence = Printable.of(complaint.sentence());
        int code = complaint.exit().code();
        at.getErr().println(sentence);
        if (args.contains("--json")) {
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("error", sentence);
            error.put("exit", code);
            new Out(at.getOut(), true).show(error, () -> sentence);
        }
        return code;
    }
}
