package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.localcluster.LocalClusterException;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.service.DataDirException;
import dev.odradek.topics.TopicMismatchException;
import dev.odradek.topics.machine.BadMachineException;
import dev.odradek.topics.machine.Fault;
import dev.odradek.topics.route.BrokenTextException;
import dev.odradek.topics.route.TooLargeException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ComplaintsTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(
                        new BadMachineException(List.of(new Fault("axes.status", "is bad"))),
                        Exit.REFUSED,
                        "axes.status"),
                arguments(new TooLargeException(2_000, 1_000), Exit.REFUSED, "at most 1000"),
                arguments(new BrokenTextException("The command"), Exit.REFUSED, "half a character"),
                arguments(new LocalClusterException("Port 1 is taken; choose another."), Exit.REFUSED, "Port 1"),
                arguments(new DataDirException("The data directory /x cannot be written."), Exit.REFUSED, "/x"),
                arguments(new TopicMismatchException("The topics are not as they must be."), Exit.REFUSED, "topics"),
                arguments(new TimeoutException("no node\nand more"), Exit.NOT_THERE, "./odradek up"),
                arguments(new ConfigException("Invalid url"), Exit.USAGE, "--bootstrap"),
                arguments(new TopicAuthorizationException("commands"), Exit.REFUSED, "rights"),
                arguments(
                        new IllegalArgumentException("odradek.partitions must be at least 1, was 0"),
                        Exit.USAGE,
                        "was 0"),
                arguments(new UncheckedIOException(new AccessDeniedException("/x")), Exit.REFUSED, "access denied: /x"),
                arguments(new IllegalStateException("odd"), Exit.REFUSED, "ODRADEK_DEBUG"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void everyFailureIsOneSentenceWithAnExitCode(Exception failure, Exit exit, String part) {
        Complaint complaint = Complaints.of(failure);

        assertThat(complaint.exit()).isEqualTo(exit);
        assertThat(complaint.sentence())
                .contains(part)
                .endsWith(".")
                .doesNotContain("\n")
                .doesNotEndWith("..");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void whatAFutureWrapsIsUnwrapped(Exception failure, Exit exit, String part) {
        Complaint complaint = Complaints.of(new CompletionException(new ExecutionException(failure)));

        assertThat(complaint.exit()).isEqualTo(exit);
        assertThat(complaint.sentence()).contains(part);
    }
}
