package dev.odradek.ingest.http;

import dev.odradek.topics.route.BrokenTextException;
import dev.odradek.topics.route.TooLargeException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What lies behind a failure. */
public final class Causes {
    private Causes() {}

    public static <T extends Throwable> Optional<T> find(@Nullable Throwable failure, Class<T> type) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 20; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
            depth++;
        }
        return Optional.empty();
    }

    /** The problem that a failure to write a command or to hear of it stands for; absent: it is a fault of ours. */
    static Optional<ProblemException> problem(Throwable failure) {
        Optional<ProblemException> ours = find(failure, ProblemException.class);
        if (ours.isPresent()) {
            return ours;
        }
        Optional<TooLargeException> large = find(failure, TooLargeException.class);
        if (large.isPresent()) {
            return large.map(e -> Problem.TOO_LARGE.because(e.getMessage() + " PUT /v1/artifacts stores it."));
        }
        Optional<BrokenTextException> broken = find(failure, BrokenTextException.class);
        if (broken.isPresent()) {
            return broken.map(e -> Problem.BAD_REQUEST.because(String.valueOf(e.getMessage())));
        }
        if (find(failure, JacksonException.class).isPresent()) {
            return Optional.of(Problem.BAD_REQUEST.because(
                    "The JSON cannot be passed on; it must be nested less deeply, at most 300 levels."));
        }
        if (find(failure, InvalidParameterException.class).isPresent()) {
            return Optional.of(Problem.BAD_REQUEST.because("The query or form cannot be decoded; percent-encode it."));
        }
        if (find(failure, TimeoutException.class).isPresent()
                || find(failure, KafkaException.class).isPresent()) {
            return Optional.of(away());
        }
        if (find(failure, CancellationException.class).isPresent()
                || find(failure, IllegalStateException.class)
                        .filter(e -> String.valueOf(e.getMessage()).contains("closed"))
                        .isPresent()) {
            return Optional.of(Problem.STARTING.because("This odradek is stopping; ask another one, or try again."));
        }
        return Optional.empty();
    }

    static ProblemException away() {
        return Problem.BROKER_AWAY.because("Kafka has not acknowledged the command in time, so that it may or may not"
                + " take effect; send the same again, with the same Idempotency-Key where one was given.");
    }
}
