package dev.odradek.bench.measure;

import dev.odradek.bench.agent.Stages;
import dev.odradek.bench.figure.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** W4: the worker that holds a job is killed; how long until the job runs again. */
final class Killing {
    private static final Duration TAKEN = Duration.ofSeconds(60);

    private final Subject subject;
    private final Scale scale;

    Killing(Subject subject, Scale scale) {
        this.subject = subject;
        this.scale = scale;
    }

    /** Adds how long it took at defaults, unless that is known to be out of all proportion. */
    void atDefaults(Sheet sheet, Path dir) throws Exception {
        Optional<String> tooLong = subject.recovery().tooLong();
        if (tooLong.isPresent()) {
            sheet.note("W4 at defaults was not waited for: " + tooLong.get());
        } else {
            kill(sheet, Metric.W4_DEFAULT, dir, Tuning.DEFAULT);
        }
    }

    /** Adds how long it took at the setting that makes it shortest. */
    void atLowest(Sheet sheet, Path dir) throws Exception {
        kill(sheet, Metric.W4_LOWEST, dir, Tuning.QUICK_RECOVERY);
    }

    private void kill(Sheet sheet, Metric metric, Path dir, Tuning tuning) throws Exception {
        try (Server server = subject.start(dir, tuning)) {
            Optional<Double> seconds = secondsUntilAgain(server);
            if (seconds.isPresent()) {
                sheet.add(metric, seconds.get());
            } else {
                sheet.note(
                        metric.title() + ": not within " + scale.recoveryLimit().toSeconds() + " s");
            }
        }
    }

    private Optional<Double> secondsUntilAgain(Server server) {
        Agent holder = server.worker(Map.of("holds", "true"));
        try (Agent producer = server.producer()) {
            producer.ask("single one " + Stages.HELD + holder.pid() + " 1 1 0");
            if (holder.told(TAKEN) == null) {
                throw new MeasureException(
                        "the job that was to be held did not begin within " + TAKEN.toSeconds() + " s");
            }
            return subject.recovery().restart() ? afterRestart(server, holder) : byAnother(server, holder);
        } finally {
            holder.kill();
        }
    }

    /** The other is there before the kill, and has had the time to join; nobody recovers right after a start. */
    private Optional<Double> byAnother(Server server, Agent holder) {
        try (Agent other = server.worker(Map.of())) {
            String early = other.told(scale.settled());
            if (early != null) {
                throw new MeasureException("the job began in another worker while it was held: " + early);
            }
            Instant killed = Instant.now();
            holder.kill();
            return seconds(killed, other);
        }
    }

    private Optional<Double> afterRestart(Server server, Agent holder) {
        Instant killed = Instant.now();
        holder.kill();
        try (Agent again = server.worker(Map.of())) {
            return seconds(killed, again);
        }
    }

    private Optional<Double> seconds(Instant killed, Agent by) {
        String told = by.told(scale.recoveryLimit());
        if (told == null) {
            return Optional.empty();
        }
        long began = Long.parseLong(told.substring(told.lastIndexOf(' ') + 1));
        return Optional.of((began / 1e3 - killed.toEpochMilli()) / 1e3);
    }
}
