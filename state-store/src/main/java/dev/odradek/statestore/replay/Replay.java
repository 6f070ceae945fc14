package dev.odradek.statestore.replay;

import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.UnsupportedLevelException;
import dev.odradek.statestore.rehearse.CannotRehearseException;
import dev.odradek.statestore.rehearse.CannotRehearseException.Why;
import dev.odradek.statestore.rehearse.Decider;
import dev.odradek.statestore.rehearse.ItemDifference;
import dev.odradek.statestore.rehearse.Proposal;
import dev.odradek.statestore.rehearse.Recorded;
import dev.odradek.statestore.rehearse.Rehearsal;
import dev.odradek.statestore.rehearse.Tally;
import dev.odradek.statestore.stream.Judge;
import dev.odradek.statestore.stream.Reading;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.io.IOError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Rehearses a definition against the record, partition by partition; what differs is kept until it is closed. */
public final class Replay implements AutoCloseable {
    private final Connection connection;
    private final Proposal proposal;
    private final Progress progress;
    private final Decider decider;
    private final ScratchDir scratch = ScratchDir.make();
    private final DiskShelf differences;
    private long total;
    private long done;

    /** Hears how far along the record it is, in offsets, which are somewhat more than facts. */
    public interface Progress {
        void at(long done, long total);
    }

    /** The connection's plan has as many partitions as the cluster. */
    public Replay(Connection connection, Proposal proposal, Progress progress) {
        this.connection = connection;
        this.proposal = proposal;
        this.progress = progress;
        TopicPlan plan = connection.plan();
        Judge judge = new Judge(new Core(plan.partitions()), plan);
        this.decider = (rows, recorded) -> judge.decide(rows, new Reading(recorded.input(), recorded.unreadable()));
        this.differences = onDisk(() -> new DiskShelf(scratch.path().resolve("differences")));
    }

    /** What became of every command since then. */
    public Summary since(Instant since) {
        List<Span> spans = new ArrayList<>(Span.since(connection, since));
        total = spans.stream().mapToLong(Span::factsEnd).sum();
        int home = Routing.home(
                proposal.tenant(), proposal.machine(), connection.plan().partitions());
        // The home partition first: it alone can say whether there is such a machine.
        spans.sort(Comparator.comparing(span -> span.partition() != home));
        try {
            return onDisk(() -> rehearse(spans, home));
        } catch (UnsupportedLevelException | UnreadableException e) {
            throw new CannotRehearseException(Why.NOT_THE_RECORD, String.valueOf(e.getMessage()));
        }
    }

    /** The first {@code most} items that would have gone another way, by id. */
    public void differences(long most, Consumer<ItemDifference> visitor) {
        onDisk(() -> {
            differences.each(ItemDifference.PREFIX, ItemDifference.class, most, visitor);
            return differences;
        });
    }

    @Override
    public void close() {
        differences.close();
        scratch.close();
    }

    /** Out here nothing takes an exception for a command that cannot be decided. */
    private static <T> T onDisk(Supplier<T> work) {
        try {
            return work.get();
        } catch (IOError e) {
            throw new UncheckedIOException(e.getCause() instanceof IOException io ? io : new IOException(e.getCause()));
        }
    }

    private Summary rehearse(List<Span> spans, int home) {
        Summary all = Summary.EMPTY;
        for (Span span : spans) {
            all = all.plus(rehearse(span, span.partition() == home));
        }
        return all;
    }

    private Summary rehearse(Span span, boolean home) {
        if (span.factsFrom() > 0) {
            throw new CannotRehearseException(
                    Why.NOT_THE_RECORD,
                    "the facts of partition " + span.partition() + " are kept only from offset " + span.factsFrom()
                            + " on, so that what they once made of its rows cannot be known");
        }
        Path rows = scratch.path().resolve("rows-" + span.partition());
        try (DiskShelf shelf = new DiskShelf(rows);
                Facts facts = new Facts(tape(connection.plan().events(), span, 0, span.factsEnd()));
                Tape commands = tape(connection.plan().commands(), span, span.first(), span.end())) {
            Rehearsal rehearsal = new Rehearsal(shelf, decider, proposal);
            for (EventRecord fact = facts.peek();
                    fact != null && fact.cause().offset() < span.first();
                    fact = facts.peek()) {
                rehearsal.before(fact);
                pass(facts);
            }
            rehearsal.begin(span.partition(), connection.plan().partitions(), span.first());
            int version = rehearsal.newest();
            long decided = play(rehearsal, facts, commands, span.first());
            if (home && rehearsal.newest() == 0) {
                throw new CannotRehearseException(
                        Why.UNKNOWN_MACHINE, "nothing was recorded under a machine named " + proposal.machine());
            }
            done += span.factsEnd();
            Tally tally = rehearsal.finish(each -> differences.put(each.key(), each));
            return new Summary(home ? version : 0, span.cutAt(), span.end() - decided, tally);
        } finally {
            ScratchDir.delete(rows);
        }
    }

    /** Has every command rehearsed that facts are recorded of; the offset after the last. */
    private long play(Rehearsal rehearsal, Facts facts, Tape commands, long first) {
        long decided = first;
        for (EventRecord fact = facts.peek(); fact != null; fact = facts.peek()) {
            long at = fact.cause().offset();
            List<byte[]> its = new ArrayList<>();
            while (fact != null && fact.cause().offset() == at) {
                its.add(pass(facts));
                fact = facts.peek();
            }
            ConsumerRecord<byte[], byte[]> command = commands.next();
            // One without facts in between is for the control to find.
            while (command != null && command.offset() < at) {
                rehearsal.step(recorded(command, List.of()));
                command = commands.next();
            }
            if (command == null || command.offset() > at) {
                throw new CannotRehearseException(
                        Why.NOT_THE_RECORD, "command " + at + " is not there any more, but its facts are");
            }
            rehearsal.step(recorded(command, its));
            decided = at + 1;
        }
        return decided;
    }

    private static Recorded recorded(ConsumerRecord<byte[], byte[]> command, List<byte[]> facts) {
        Reading reading = Reading.of(command.partition(), command.offset(), command.timestamp(), command.value());
        return new Recorded(reading.input(), reading.unreadable(), facts);
    }

    private byte[] pass(Facts facts) {
        byte[] bytes = facts.pass();
        progress.at(done + facts.passed(), total);
        return bytes;
    }

    private Tape tape(String topic, Span span, long from, long end) {
        return new Tape(connection, new TopicPartition(topic, span.partition()), from, end);
    }
}
