package dev.odradek.bench;

import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Setup;
import dev.odradek.bench.measure.Campaign;
import dev.odradek.bench.measure.Trial;
import dev.odradek.bench.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One run whose report is there whatever becomes of it: written after every trial, and when the run ends early. */
final class Run implements Campaign.Witness {
    private final Setup setup;
    private final Path folder;
    private final Consumer<String> say;
    private final Campaign campaign;
    private volatile boolean interrupted;
    private volatile Runnable before = () -> {};

    /**
     * @param work where data and logs go
     * @param folder where the report goes while it is incomplete
     */
    Run(List<Trial> trials, Setup setup, Path work, Path folder, Consumer<String> say) {
        this.setup = setup;
        this.folder = folder;
        this.say = say;
        this.campaign = new Campaign(trials, work, this);
    }

    /**
     * All of it, or what there was when it was interrupted.
     *
     * @param beforeEach what is done before each trial
     */
    Results make(Runnable beforeEach) {
        before = beforeEach;
        Thread onExit = new Thread(this::interrupt, "report-on-exit");
        Runtime.getRuntime().addShutdownHook(onExit);
        try {
            campaign.run(setup.repeats());
        } catch (RuntimeException | Error e) {
            try {
                write(soFar("broken off by " + e));
            } catch (UncheckedIOException unwritten) {
                e.addSuppressed(unwritten);
            }
            throw e;
        } finally {
            if (!interrupted) {
                Runtime.getRuntime().removeShutdownHook(onExit);
            }
        }
        return interrupted ? soFar("interrupted") : new Results(setup, campaign.rows());
    }

    private void interrupt() {
        interrupted = true;
        campaign.stop();
        write(soFar("interrupted"));
        say.accept("Interrupted; the report of what there is is in " + folder.resolve(Report.FILE) + ".");
    }

    private Results soFar(String why) {
        return new Results(setup, campaign.rows(), Optional.of(why + " after " + campaign.progress()));
    }

    private synchronized void write(Results results) {
        try {
            Report.write(results, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void say(String line) {
        say.accept(line);
    }

    @Override
    public void trialBegins() {
        before.run();
    }

    @Override
    public void trialOver() {
        write(soFar("still running"));
    }
}
