package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.standalone.service.RunningOdradek;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console over a hundred thousand items, while the pipeline runs as fast as it can, and for a long time; and its
 * pictures. The figures are printed.
 *
 * <p>{@code -Dconsole.minutes=30} and {@code -Dconsole.rate=50}, items a second, are for how long its memory is looked
 * at, and over what. With {@code -Dconsole.screenshots=<folder>} the pictures of docs/console are taken anew.
 */
@Tag("full")
@DisplayName("The console under load")
class ConsoleProofIT {
    private static final int ITEMS = 100_000;
    private static final int BULK = 1_000;
    private static final Path REPORT = Path.of("src/main/resources/demo/report.yaml");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final List<Worker> workers = new ArrayList<>();
    private RunningOdradek odradek;
    private Api api;

    @BeforeEach
    void start() throws Exception {
        odradek = RunningOdradek.in(dir.resolve("data"), Map.of("odradek.database.port", "0"));
        api = new Api(odradek.url());
        api.defineYaml("report", Files.readString(REPORT));
    }

    @AfterEach
    void close() {
        workers.forEach(Worker::close);
        api.close();
        odradek.close();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @DisplayName(
            "with 100,000 items a page is there at once, and stays responsive while the pipeline runs at full speed")
    void fullSpeed() throws Exception {
        for (int posted = 0; posted < ITEMS; posted += BULK) {
            post(BULK);
        }
        eventually(() -> assertThat(depth("fetch")).isEqualTo(ITEMS));
        try (Browser browser = Browser.on(odradek.url())) {
            for (String page : List.of("/", "/queues/fetch", "/search?q=fetch", "/failures")) {
                long begun = System.nanoTime();
                browser.open(page);
                print("%s of %,d items was there after %d ms".formatted(page, ITEMS, millisSince(begun)));
            }
            work(Duration.ZERO);
            watch(browser, new Watching(Duration.ofMinutes(2), Duration.ofSeconds(20), () -> {
                if (depth("fetch") < ITEMS / 2) {
                    post(BULK);
                }
            }));
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    @DisplayName("its memory is flat, however long it is open: on one page, on the other, for as long as it is told")
    void memory() throws Exception {
        Duration span = Duration.ofMinutes(Long.getLong("console.minutes", 2));
        try (Browser browser = Browser.on(odradek.url())) {
            work(Duration.ofMillis(400));
            List<Double> heaps = watch(
                    browser,
                    new Watching(span, span.dividedBy(30), () -> post(Integer.getInteger("console.rate", 50))));
            double early = Collections.max(heaps.subList(0, heaps.size() / 3));
            double late = Collections.min(heaps.subList(heaps.size() * 2 / 3, heaps.size()));
            print("heap: at most %.1f MB in the first third, at least %.1f MB in the last".formatted(early, late));
            assertThat(late).as("what is there for good, in MB").isLessThan(early * 1.5 + 2);
        }
    }

    /** Workers of every queue, each of which takes so long for an item. */
    private void work(Duration each) {
        for (String queue : List.of("fetch", "summarise", "publish")) {
            workers.add(Worker.to(odradek.connection().bootstrap())
                    .queue(queue)
                    .concurrency(16)
                    .handle(work -> {
                        LockSupport.parkNanos(each.toNanos());
                        return Result.done();
                    })
                    .start());
        }
    }

    /**
     * How it is looked at.
     *
     * @param every how often what it costs is told
     * @param feed what keeps the pipeline busy, about once a second
     */
    private record Watching(Duration span, Duration every, Runnable feed) {}

    /** Looks at the overview and at a queue in turns; what the page holds, in MB, whenever the queue was looked at. */
    private List<Double> watch(Browser browser, Watching watching) {
        browser.open("/queues/fetch");
        // A place for each millisecond: a list of all of them would itself be what grows.
        browser.run(
                "window.delays = new Uint32Array(60000); odradek.longest = 0; odradek.tasks = 0; odradek.feed.told = 0;"
                        + " odradek.feed.listen(told => told"
                        + " && delays[Math.min(59999, Math.max(0, Date.now() - told.committed_at))]++)");
        List<Double> heaps = new ArrayList<>();
        long begun = System.nanoTime();
        for (long turn = 1; millisSince(begun) < watching.span().toMillis(); turn++) {
            long told = turn * watching.every().toMillis();
            feedUntil(begun, told - watching.every().toMillis() / 2, watching.feed());
            browser.go("/");
            feedUntil(begun, told, watching.feed());
            browser.go("/queues/fetch");
            browser.collectGarbage();
            heaps.add(number(browser, "performance.memory.usedJSHeapSize") / 1e6);
            print("%d s: heap %.1f MB, %s nodes, %s notifications; %,d on offer; longest task %s ms, %s over 50 ms"
                    .formatted(
                            millisSince(begun) / 1_000,
                            heaps.get(heaps.size() - 1),
                            browser.nodes(),
                            browser.run("return odradek.feed.told"),
                            depth("fetch"),
                            browser.run("return Math.round(odradek.longest)"),
                            browser.run("return odradek.tasks")));
        }
        print("from commit to page: p50 %s ms, p95 %s ms, p99 %s ms of %s"
                .formatted(
                        quantile(browser, .5),
                        quantile(browser, .95),
                        quantile(browser, .99),
                        browser.run("return odradek.feed.told")));
        return heaps;
    }

    private static void feedUntil(long begun, long millis, Runnable feed) {
        while (millisSince(begun) < millis) {
            long second = System.nanoTime();
            feed.run();
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos() - (System.nanoTime() - second));
        }
    }

    private static Object quantile(Browser browser, double share) {
        return browser.run(
                "let left = arguments[0] * delays.reduce((sum, each) => sum + each, 0);"
                        + "return delays.findIndex(each => (left -= each) <= 0)",
                share);
    }

    private static double number(Browser browser, String script) {
        return browser.run("return " + script) instanceof Number found ? found.doubleValue() : 0;
    }

    @Test
    @EnabledIfSystemProperty(named = "console.screenshots", matches = ".+")
    @DisplayName("pictures of every page")
    void pictures() throws Exception {
        Scene scene = new Scene(api);
        scene.play(Duration.ofSeconds(40));
        try (Browser browser = Browser.on(odradek.url())) {
            String item = scene.told();
            for (String theme : List.of("light", "dark")) {
                browser.open("/");
                browser.theme(theme);
                scene.shoot(browser, "/", "overview-" + theme);
                scene.shoot(browser, "/queues/summarise", "queue-" + theme);
                scene.shoot(browser, "/items/" + item, "item-" + theme);
                scene.shoot(browser, "/failures", "failures-" + theme);
            }
            browser.size(390, 844);
            scene.shoot(browser, "/", "phone-overview");
            scene.shoot(browser, "/items/" + item, "phone-item");
        } finally {
            scene.close();
        }
    }

    private void post(int items) {
        api.call("POST", "/v1/items/bulk", "{\"machine\": \"report\"}\n".repeat(items));
    }

    private long depth(String queue) {
        return api.call("GET", "/v1/queues", "")
                .path("queues")
                .valueStream()
                .filter(each -> each.path("queue").asString().equals(queue))
                .mapToLong(each -> each.path("offered").asLong())
                .sum();
    }

    private static long millisSince(long begun) {
        return (System.nanoTime() - begun) / 1_000_000;
    }

    private static void print(String line) {
        System.out.println("ConsoleProofIT: " + line);
    }
}
