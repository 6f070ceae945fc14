package dev.odradek.standalone.cli;

import static java.util.Objects.requireNonNull;

import dev.odradek.localcluster.LocalClusterException;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.service.DataDirException;
import dev.odradek.standalone.service.Reasons;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.topics.TopicMismatchException;
import dev.odradek.topics.machine.BadMachineException;
import dev.odradek.topics.route.BrokenTextException;
import dev.odradek.topics.route.TooLargeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;

/** The one place where an exception becomes a sentence with its remedy and an exit code. */
final class Complaints {
    private Complaints() {}

    static Complaint of(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof Complaint complaint) {
            return complaint;
        }
        if (cause instanceof BadMachineException
                || cause instanceof TooLargeException
                || cause instanceof BrokenTextException
                || cause instanceof LocalClusterException
                || cause instanceof DataDirException
                || cause instanceof DatabaseException
                || cause instanceof TopicMismatchException) {
            return complaint(Exit.REFUSED, String.valueOf(cause.getMessage()), cause);
        }
        if (cause instanceof KafkaException kafka) {
            return ofKafka(kafka);
        }
        if (cause instanceof UncheckedIOException unchecked) {
            return ofIo(requireNonNull(unchecked.getCause()));
        }
        if (cause instanceof IOException io) {
            return ofIo(io);
        }
        if (cause instanceof IllegalArgumentException) {
            // It quotes what was given, whole: a line break in that is no end of the message.
            return new Complaint(Exit.USAGE, withoutStop(String.valueOf(cause.getMessage())) + ".", cause);
        }
        return complaint(
                Exit.REFUSED,
                "Something unexpected went wrong (" + cause + "); run it again with ODRADEK_DEBUG=1 and report what it"
                        + " prints.",
                cause);
    }

    /** The first line of a message, without the full stop. */
    static String oneLine(String message) {
        return withoutStop(message.lines().findFirst().orElse(""));
    }

    static String withoutStop(String message) {
        String text = message.strip();
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    private static Complaint ofKafka(KafkaException e) {
        if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
            return complaint(
                    Exit.USAGE,
                    "A Kafka setting is not usable (" + message(e)
                            + "); check --bootstrap and the odradek.kafka.* keys.",
                    e);
        }
        if (e instanceof RetriableException) {
            return complaint(
                    Exit.NOT_THERE,
                    "The Kafka broker did not answer in time (" + message(e)
                            + "); check that it runs, or start one with ./odradek up.",
                    e);
        }
        if (e instanceof ApiException) {
            return complaint(
                    Exit.REFUSED,
                    "The Kafka broker refused this (" + message(e) + "); check its rights and settings.",
                    e);
        }
        return complaint(
                Exit.NOT_THERE,
                "Kafka could not be used (" + message(e.getCause() == null ? e : e.getCause())
                        + "); check that the broker runs and --bootstrap names it.",
                e);
    }

    private static Complaint ofIo(IOException e) {
        return complaint(
                Exit.REFUSED,
                "A file could not be read or written (" + Reasons.of(e) + "); check its path and rights.",
                e);
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static Complaint complaint(Exit exit, String message, Throwable cause) {
        return new Complaint(exit, oneLine(message) + ".", cause);
    }

    private static String message(Throwable e) {
        return oneLine(String.valueOf(e.getMessage()));
    }
}
