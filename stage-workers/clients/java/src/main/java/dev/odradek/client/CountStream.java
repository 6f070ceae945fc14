package dev.odradek.client;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An open stream of counts, and of lost claims if it is a worker's; it ends by itself, when it is closed, or once it
 * has been silent for too long.
 */
public final class CountStream implements AutoCloseable {
    /** The service says something every 15 s: this long without a word it is as good as dropped. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final IntConsumer counts;
    private final Consumer<String> lost;
    private volatile long heard = System.nanoTime();
    private volatile Flow.@Nullable Subscription subscription;

    private CountStream(IntConsumer counts, Consumer<String> lost) {
        this.counts = counts;
        this.lost = lost;
    }

    static CountStream open(Wire wire, String path, IntConsumer counts, Consumer<String> lost) {
        CountStream stream = new CountStream(counts, lost);
        // Its time-out is for the first answer only; later silence is judged by whoever waits for the end.
        wire.sendAsync(wire.request(path).timeout(SILENCE).GET().build(), stream.lines())
                .whenComplete(stream::ended);
        return stream;
    }

    /** Waits until the stream has ended, and says why. */
    public String awaitEnd() throws InterruptedException {
        while (true) {
            try {
                ended.get(1, TimeUnit.SECONDS);
                return "it ended";
            } catch (ExecutionException e) {
                return String.valueOf(e.getCause());
            } catch (TimeoutException e) {
                if (System.nanoTime() - heard > SILENCE.toNanos()) {
                    close();
                    return "nothing was heard for " + SILENCE.toSeconds() + " s";
                }
            }
        }
    }

    @Override
    public void close() {
        ended.complete(null);
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
    }

    private BodyHandler<Void> lines() {
        return answer -> {
            if (answer.statusCode() != 200) {
                ended.completeExceptionally(new IllegalStateException("HTTP " + answer.statusCode()));
            }
            return BodySubscribers.fromLineSubscriber(new Lines());
        };
    }

    private void ended(@Nullable HttpResponse<Void> answer, @Nullable Throwable failure) {
        if (failure == null) {
            ended.complete(null);
        } else {
            ended.completeExceptionally(failure);
        }
    }

    /** Takes one line after the other; what is neither a count nor a loss is passed over. */
    private final class Lines implements Flow.Subscriber<String> {
        private String event = "";

        @Override
        public void onSubscribe(Flow.Subscription opened) {
            subscription = opened;
            opened.request(Long.MAX_VALUE);
            if (ended.isDone()) {
                opened.cancel();
            }
        }

        @Override
        public void onNext(String line) {
            heard = System.nanoTime();
            if (line.startsWith("event:")) {
                event = line.substring("event:".length()).strip();
            } else if (line.isEmpty()) {
                event = "";
            } else if (line.startsWith("data:") && !ended.isDone()) {
                take(line.substring("data:".length()));
            }
        }

        private void take(String data) {
            try {
                JsonNode said = Wire.JSON.readTree(data);
                if (event.equals("lost")) {
                    lost.accept(said.path("claim").asString(""));
                } else if (event.isEmpty()) {
                    counts.accept(said.path("count").asInt(0));
                }
            } catch (JacksonException e) {
                ended.completeExceptionally(e);
            }
        }

        @Override
        public void onError(Throwable failure) {
            ended.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            ended.complete(null);
        }
    }
}
