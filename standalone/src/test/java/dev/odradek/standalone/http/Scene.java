package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.client.Item;
import dev.odradek.client.Processor;
import dev.odradek.client.Result;
import dev.odradek.client.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Something to take pictures of: a pipeline at work, some of which fails. */
final class Scene implements AutoCloseable {
    private final Api api;
    private final List<Running> workers = new ArrayList<>();
    private final List<String> items = new ArrayList<>();
    private final Random random = new Random(7);

    Scene(Api api) {
        this.api = api;
    }

    /** Posts for so long; the workers go on until the end. */
    void play(Duration span) {
        for (String queue : List.of("fetch", "summarise", "publish")) {
            for (int each = 1; each <= 2; each++) {
                workers.add(new Stage(queue).start(api.client()));
            }
        }
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < span.toNanos()) {
            items.add(api.post("report", Map.of("source", "https://example.org/" + items.size(), "priority", 2)));
            LockSupport.parkNanos(Duration.ofMillis(120).toNanos());
        }
    }

    /** A worker of one queue. */
    private final class Stage extends Processor {
        private final String queue;

        Stage(String queue) {
            this.queue = queue;
        }

        @Override
        protected String queue() {
            return queue;
        }

        @Override
        protected Result process(Item item) {
            return handle();
        }
    }

    private Result handle() {
        LockSupport.parkNanos(Duration.ofMillis(100 + random.nextInt(400)).toNanos());
        int luck = random.nextInt(100);
        if (luck < 4) {
            return Result.giveUp("HTTP 503 from https://example.org/" + random.nextInt(999) + ": upstream unavailable");
        }
        if (luck < 7) {
            return Result.giveUp("cannot parse row " + random.nextInt(999) + " of the table");
        }
        return luck < 15 ? Result.retry("timed out after " + random.nextInt(9_999) + " ms") : Result.done();
    }

    /** An item that took more than one attempt and came through. */
    String told() {
        eventually(() -> assertThat(items).anyMatch(this::isTold));
        return items.stream().filter(this::isTold).findFirst().orElseThrow();
    }

    private boolean isTold(String item) {
        return api.state(item).equals("published") && api.axis(item).toString().contains("timed out");
    }

    void shoot(Browser browser, String page, String name) throws Exception {
        browser.go(page);
        LockSupport.parkNanos(Duration.ofMillis(900).toNanos());
        browser.picture(name);
    }

    @Override
    public void close() {
        workers.forEach(Running::close);
    }
}
