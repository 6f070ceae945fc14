package dev.odradek.runtime;

import dev.odradek.runtime.dispatch.Intake;
import dev.odradek.runtime.dispatch.PartitionedIntake;
import dev.odradek.runtime.dispatch.SharedIntake;
import dev.odradek.runtime.dispatch.Slots;
import dev.odradek.runtime.dispatch.Unreadable;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.AnswerReader;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;

/** A worker at work: everything that exists only once its topics do. */
final class Session {
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Threads threads;
    private final CommandWriter writer;
    private final KafkaProducer<byte[], byte[]> beats;
    private final WorkDesk desk;
    private final AnswerReader answers;
    private final Supplier<Intake> intakes;
    private volatile Optional<Intake> intake = Optional.empty();
    private volatile boolean stopped;

    Session(Surroundings found, WorkerConfig config, Handling handling, Slots slots, Tally tally) {
        Connection connection = found.connection();
        this.threads = Threads.of(config.queue(), config.concurrency());
        this.writer = new CommandWriter(connection);
        this.beats = HeartbeatProducer.of(connection);
        // Heartbeats and claims under one name: the silence of one ends the leases of the other.
        String incarnation = Ids.fresh();
        Commands commands = new Commands(config.id(), incarnation, AnswerReader.slot(connection, config.id()));
        // One partition, or nobody who helps: whoever sets that wants the order that claims would be made in.
        boolean inOrder =
                connection.plan().partitions() == 1 || config.helpAfter().isZero();
        this.desk = new WorkDesk(
                config,
                new WorkDesk.Writing(new Outbox(writer, threads.timers()), commands, threads, inOrder),
                slots,
                tally,
                outcome -> handling.runner(config, threads, tally, outcome));
        try {
            this.answers = AnswerReader.start(connection, config.id(), desk::hear);
        } catch (KafkaException e) {
            threads.end();
            writer.close();
            beats.close(Duration.ZERO);
            throw e;
        }
        Unreadable unreadable = new Unreadable(connection.plan(), beats);
        this.intakes = () -> found.transport() == Transport.SHARED
                ? new SharedIntake(connection, config.queue(), slots, desk, unreadable)
                : new PartitionedIntake(connection, config.queue(), slots, desk, unreadable, config.helpAfter());
        Pulse pulse = new Pulse(config, connection.plan(), incarnation, beats, desk::inHand, tally);
        // Not at a fixed rate: a process that was stopped for an hour owes nobody 3600 beats.
        threads.pulse().scheduleWithFixedDelay(pulse, 0, config.presence().toMillis(), TimeUnit.MILLISECONDS);
        desk.start();
    }

    /** Takes dispatches on the caller's thread until {@link #stopTaking}. */
    void take() {
        Intake fresh = intakes.get();
        intake = Optional.of(fresh);
        if (!stopped) {
            fresh.run();
        }
    }

    void stopTaking() {
        stopped = true;
        intake.ifPresent(Intake::stop);
    }

    /** Ends what is in hand; the intake must have ended before. */
    void end(Stop how, Duration drain) {
        desk.releaseUnstarted();
        if (how == Stop.DRAIN) {
            desk.awaitIdle(drain);
        }
        desk.releaseAll();
        desk.awaitIdle(LAST_WORDS);
        threads.end();
        answers.close();
        writer.close();
        beats.close(LAST_WORDS);
    }
}
