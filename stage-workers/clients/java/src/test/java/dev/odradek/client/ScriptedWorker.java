package dev.odradek.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does to an item what its payload says; {@code scripted_worker.py} is the same in Python. */
final class ScriptedWorker extends Processor {

    public static void main(String[] args) throws InterruptedException {
        Processor.main(new ScriptedWorker());
    }

    @Override
    protected String queue() {
        return System.getenv().getOrDefault("WORKER_QUEUE", "q");
    }

    @Override
    protected String role() {
        return "scripted";
    }

    @Override
    protected int concurrency() {
        return number("WORKER_CONCURRENCY", 1);
    }

    @Override
    protected int batch() {
        return number("WORKER_BATCH", 0);
    }

    @Override
    protected Terms terms() {
        Terms terms = Terms.DEFAULT;
        return new Terms(
                terms.lease(),
                terms.heartbeat(),
                terms.pollBackstop(),
                terms.sseRetry(),
                Duration.ofMillis(number("WORKER_PRESENCE_MS", 2_000)),
                Duration.ofMillis(number("WORKER_SILENCE_MS", 8_000)),
                Duration.ofMillis(number("WORKER_MARGIN_MS", 2_000)),
                Duration.ofMillis(number("WORKER_DRAIN_MS", 30_000)));
    }

    @Override
    protected Result process(Item item) throws InterruptedException {
        say("started " + item.id() + " " + item.claim() + " " + System.currentTimeMillis());
        long until = System.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(item.payload().path("ms").asLong(0));
        CountDownLatch never = new CountDownLatch(1);
        while (System.nanoTime() - until < 0) {
            if (item.cancelled()) {
                say("cancelled " + item.id());
                return Result.done();
            }
            never.await(20, TimeUnit.MILLISECONDS);
        }
        say("ended " + item.id());
        return result(item);
    }

    @Override
    protected List<Result> processBatch(List<Item> items) throws InterruptedException {
        say("window of " + items.size());
        List<Result> results = new ArrayList<>();
        for (Item item : items) {
            results.add(process(item));
        }
        return results;
    }

    private static Result result(Item item) {
        return switch (item.payload().path("do").asString("done")) {
            case "raise" ->
                throw new IllegalStateException(
                        "x".repeat(item.payload().path("long").asInt(10)));
            case "retry" -> Result.retry("busy").after(Duration.ofSeconds(7));
            case "give_up" -> Result.giveUp("hopeless");
            case "spawn" -> Result.done().to("elsewhere").spawn("other", item.payload());
            default -> Result.done().patch(Map.of("seen", item.id()));
        };
    }

    private static int number(String name, int fallback) {
        String text = System.getenv(name);
        return text == null ? fallback : Integer.parseInt(text);
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
