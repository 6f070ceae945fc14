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
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console over a hundred thousand items, while the pipeline runs as fast as it can; and its pictures.
 *
 * <p>{@code mvn -Pfull verify -Dit.test=ConsoleProofIT -Dconsole.minutes=30}; the figures are printed. With
 * {@code -Dconsole.screenshots=<folder>} the pictures of docs/console are taken anew.
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
    @DisplayName("with 100,000 items a page is there at once; at full speed it stays responsive and its memory flat")
    void underLoad() throws Exception {
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
            for (String queue : List.of("fetch", "summarise", "publish")) {
                workers.add(Worker.to(odradek.connection().bootstrap())
                        .queue(queue)
                        .concurrency(16)
                        .handle(work -> Result.done())
                        .start());
            }
            watch(browser, Duration.ofMinutes(Long.getLong("console.minutes", 2)));
        }
    }

    private void watch(Browser browser, Duration span) {
        browser.open("/queues/fetch");
        browser.run("window.delays = []; odradek.longest = 0; odradek.tasks = 0; odradek.feed.told = 0;"
                + " odradek.feed.listen(told => told && delays.push(Date.now() - told.committed_at))");
        long begun = System.nanoTime();
        long next = 0;
        while (System.nanoTime() - begun < span.toNanos()) {
            if (millisSince(begun) >= next) {
                next += Math.max(5_000, span.toMillis() / 30);
                browser.collectGarbage();
                print("%d s: heap %.1f MB, %s elements, %s notifications; %,d on offer; longest task %s ms (%s)"
                        .formatted(
                                millisSince(begun) / 1_000,
                                number(browser, "performance.memory.usedJSHeapSize") / 1e6,
                                browser.run("return document.querySelectorAll('*').length"),
                                browser.run("return odradek.feed.told"),
                                depth("fetch"),
                                browser.run("return Math.round(odradek.longest)"),
                                browser.run("return odradek.tasks")));
            }
            if (depth("fetch") < ITEMS / 2) {
                post(BULK);
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        print("from commit to page: p50 %s ms, p95 %s ms of %s"
                .formatted(
                        browser.run("return delays.sort((a, b) => a - b)[Math.floor(delays.length * .5)]"),
                        browser.run("return delays[Math.floor(delays.length * .95)]"),
                        browser.run("return delays.length")));
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
