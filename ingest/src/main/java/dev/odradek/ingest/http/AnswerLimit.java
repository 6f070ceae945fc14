package dev.odradek.ingest.http;

import dev.odradek.ingest.IngestConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;

/**
 * Answers for whoever should have done so long ago: no request waits for ever, whatever is wrong here.
 *
 * <p>Not by the time-out of Tomcat, see {@link #NO_TIMEOUT}.
 */
@Component
final class AnswerLimit implements DeferredResultProcessingInterceptor, AutoCloseable {
    /**
     * The time-out of every asynchronous request in Tomcat, so long that its thread for time-outs never acts.
     *
     * <p>Once a second that thread goes through the connections that wait, and takes one that was answered just then,
     * and is about to wait for its next request, for one whose time is over: be the time-out none (0 or -1) or a
     * limit. Its event then takes the next request away from its connection, and that is never answered.
     */
    static final long NO_TIMEOUT = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(AnswerLimit.class);

    private final Duration limit;
    private final ScheduledThreadPoolExecutor thread;

    AnswerLimit(IngestConfig config) {
        this.limit = config.answerLimit();
        this.thread = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread timers = new Thread(task, "ingest-answer-limit");
                    timers.setDaemon(true);
                    return timers;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        // Nearly all are answered long before.
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public <T> void preProcess(NativeWebRequest web, DeferredResult<T> answer) {
        String asked = asked(web.getNativeRequest(HttpServletRequest.class));
        Future<?> end = thread.schedule(() -> end(asked, answer), limit.toNanos(), TimeUnit.NANOSECONDS);
        answer.onCompletion(() -> end.cancel(false));
    }

    /** Now, for later the request may be another. */
    private static String asked(@Nullable HttpServletRequest request) {
        return request == null ? "a request" : request.getMethod() + " " + request.getRequestURI();
    }

    private void end(String asked, DeferredResult<?> answer) {
        if (answer.setErrorResult(Problem.NO_ANSWER.because("Nothing has answered the request within "
                + limit.toMillis() + " ms, which must not be, so that it may or may not have taken effect; send the"
                + " same again, and report it."))) {
            LOG.atError().log("{} was not answered within {} ms", asked, limit.toMillis());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
