package dev.odradek.statestore.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.PartitionCommand;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Why;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of seeded histories of the core in a world full of faults, with its promises checked after each step.
 *
 * <p>A red seed is printed with the command that replays just that seed: {@code -Dodradek.seed=n}.
 */
@DisplayName("The core keeps its promises in every simulated history")
class CoreSimulationTest {
    private static final long SEEDS = Long.getLong("odradek.seeds", 1000);
    private static final int STEPS = Integer.getInteger("odradek.steps", 220);
    private static final long SEEDS_PER_MUTATION = 800;
    /** What the shell says, not the core: an output too large, an exception. */
    private static final Set<Refusal> BY_THE_SHELL = EnumSet.of(Refusal.TOO_LARGE, Refusal.INTERNAL);

    @Test
    @DisplayName("one holder per axis and epoch, terminal is final, nothing is lost or stuck")
    void keeps_its_promises() {
        Long only = Long.getLong("odradek.seed");
        LongStream seeds = only == null ? LongStream.range(0, SEEDS) : LongStream.of(only);
        Tally total = new Tally();
        List<String> red = new ArrayList<>();
        long start = System.nanoTime();

        seeds.parallel().forEach(seed -> {
            try {
                total.add(new World(seed, Laws.ALL).run(STEPS));
            } catch (RuntimeException e) {
                synchronized (red) {
                    red.add(report(seed, e));
                }
            }
        });

        System.out.printf("%s%d ms%n", total.table(), (System.nanoTime() - start) / 1_000_000);
        assertThat(red).as("red seeds").isEmpty();
        if (only == null) {
            assertThat(neverHappened(total)).as("never happened").isEmpty();
        }
    }

    @ParameterizedTest(name = "noticed: {0}")
    @MethodSource("mutations")
    @DisplayName("every dropped check is noticed")
    void notices(String name, Laws mutated) {
        Optional<String> noticed = LongStream.range(0, SEEDS_PER_MUTATION)
                .parallel()
                .mapToObj(seed -> violation(seed, mutated))
                .flatMap(Optional::stream)
                .findAny();

        System.out.printf("%-60s %s%n", name, noticed.orElse("SURVIVED"));
        assertThat(noticed).as("the simulation notices that " + name).isPresent();
    }

    static Stream<Arguments> mutations() {
        Stream<Arguments> core = Mutations.all().entrySet().stream()
                .map(each -> Arguments.of(each.getKey(), Laws.with(each.getValue())));
        Stream<Arguments> reaper =
                ReaperMutations.all().entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
        return Stream.concat(core, reaper);
    }

    private static Optional<String> violation(long seed, Laws mutated) {
        try {
            new World(seed, mutated).run(STEPS);
            return Optional.empty();
        } catch (RuntimeException e) {
            // A world without one of its checks may also break down, which is noticed as well.
            String message = e instanceof Violation ? String.valueOf(e.getMessage()) : e.toString();
            return Optional.of("seed " + seed + ": " + message.substring(0, Math.min(160, message.length())));
        }
    }

    private static String report(long seed, RuntimeException e) {
        return "seed " + seed + ": " + e + "\n  replay: mvn -ntp -Dquick -pl state-store -am test"
                + " -Dtest=CoreSimulationTest#keeps_its_promises -Dodradek.seed=" + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false\n  at " + Arrays.toString(e.getStackTrace());
    }

    private static List<String> neverHappened(Tally total) {
        List<String> missing = new ArrayList<>();
        missing.addAll(total.missing("command", names(ItemCommand.class)));
        missing.addAll(total.missing("command", names(QueueCommand.class)));
        missing.addAll(total.missing("command", names(PartitionCommand.class)));
        missing.addAll(total.missing("command", names(ScheduleCommand.class)));
        missing.addAll(total.missing("event", List.of("Scheduled", "Unscheduled", "Fired")));
        missing.addAll(total.missing(
                "refusal",
                EnumSet.complementOf(EnumSet.copyOf(BY_THE_SHELL)).stream()
                        .map(Enum::name)
                        .toList()));
        missing.addAll(
                total.missing("why", Stream.of(Why.values()).map(Enum::name).toList()));
        missing.addAll(
                total.missing("fault", Stream.of(Fault.values()).map(Enum::name).toList()));
        return missing;
    }

    private static List<String> names(Class<?> commands) {
        return Stream.of(commands.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toList();
    }
}
