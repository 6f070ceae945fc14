package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The calls of one run to the model, each under its own key; what may pass is tried again within its time. */
final class ModelCalls {
    private static final int TRIES = 3;
    private static final Duration BREATH = Duration.ofMillis(250);

    private final Site model;
    private final String runId;
    private final Deadline deadline;
    private int calls;

    ModelCalls(Site model, String runId, Deadline deadline) {
        this.model = model;
        this.runId = runId;
        this.deadline = deadline;
    }

    /** The model's message. */
    JsonNode ask(JsonNode body) throws InterruptedException, OutOfTimeException, ModelException {
        calls++;
        String trouble = "";
        for (int tried = 1; tried <= TRIES; tried++) {
            String retryAfter = "";
            try {
                Site.Answer answer = model.with("Idempotency-Key", runId + "." + calls)
                        .within(deadline.left())
                        .post("/v1/messages", body);
                if (answer.isGood()) {
                    return answer.json();
                }
                trouble = "the model answered " + answer;
                if (answer.status() != 429 && answer.status() < 500) {
                    throw new ModelException(trouble);
                }
                retryAfter = answer.retryAfter();
            } catch (HttpTimeoutException e) {
                throw new OutOfTimeException();
            } catch (IOException e) {
                trouble = "the model did not answer (" + e.getMessage() + ")";
            }
            if (tried < TRIES) {
                breathe(retryAfter, tried);
            }
        }
        throw new ModelException(trouble);
    }

    private void breathe(String retryAfter, int tried) throws InterruptedException, OutOfTimeException {
        Duration asked = retryAfter.matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(retryAfter))
                : BREATH.multipliedBy(tried);
        if (asked.compareTo(deadline.left()) > 0) {
            throw new OutOfTimeException();
        }
        new CountDownLatch(1).await(asked.toMillis(), TimeUnit.MILLISECONDS);
    }
}
