package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.sample.Sample;
import dev.odradek.standalone.sample.SampleConfig;
import dev.odradek.standalone.sample.Verdict;
import dev.odradek.standalone.service.DataDir;
import dev.odradek.standalone.service.Service;
import dev.odradek.standalone.service.StandaloneConfig;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a whole sample pipeline and judges it. */
@Command(
        name = "sample",
        mixinStandardHelpOptions = true,
        description = {
            "Run a whole pipeline that is meant to be copied (docs/sample.md), with all services and with local fakes",
            "of the model, the pages, the chat, the fixer and the release store. It reports a bug by webhook, follows",
            "it to the fix, and kills one worker of each kind in the middle of its work: exit code 0 only if nothing",
            "was lost and each outside call was made once for its idempotency key.",
            "It keeps its data apart (default: ~/.odradek/sample) and never disturbs a running odradek."
        },
        footer = {"", "Examples:", "  ./odradek sample bench", "  ./odradek sample bench --json | jq .outside_calls"})
final class SampleVerb implements Callable<Integer> {
    private static final String BENCH = "bench";

    @Mixin
    private final Common common = new Common();

    @Parameters(paramLabel = "NAME", description = "Which sample: bench.")
    private String name = BENCH;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Preferred port of the broker (default: 9092; 0: any free one).")
    private int port = StandaloneConfig.DEFAULT_BROKER_PORT;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            description = "Preferred port of HTTP (default: 8642; 0: any free one).")
    private int httpPort = StandaloneConfig.DEFAULT_HTTP_PORT;

    @Override
    public Integer call() {
        if (!name.equals(BENCH)) {
            throw new Complaint(Exit.USAGE, "There is no sample " + name + "; the samples are: " + BENCH + ".");
        }
        if (common.bootstrap().isPresent()) {
            throw new Complaint(Exit.USAGE, "A sample has a broker of its own; leave out --bootstrap.");
        }
        DataDir dir = common.sampleDir();
        StandaloneConfig standalone = new StandaloneConfig(
                dir, EnumSet.allOf(Service.class), Optional.empty(), port, httpPort, common.settings());
        dir.prepare();
        Logging.toFile(dir.log("sample"));
        Out out = common.out();
        Verdict verdict = new Sample(new SampleConfig(standalone, Duration.ofSeconds(60)), out::say).run();
        out.show(verdict, verdict::words);
        return (verdict.isClean() ? Exit.OK : Exit.REFUSED).code();
    }
}
