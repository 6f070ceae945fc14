package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.odradek.client.ApiException;
import dev.odradek.client.Item;
import dev.odradek.client.Processor;
import dev.odradek.client.Result;
import dev.odradek.client.Running;
import dev.odradek.client.Terms;
import dev.odradek.localcluster.FaultProxy;
import dev.odradek.standalone.service.RunningOdradek;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Processors over HTTP against the whole service")
class HttpProcessorsIT {
    private static final Map<String, String> NO_BACKSTOP = Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "10m");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static RunningOdradek odradek;
    private static Api api;

    @BeforeAll
    static void start() {
        odradek = RunningOdradek.in(dir.resolve("data"));
        api = new Api(odradek.url());
    }

    @AfterAll
    static void close() {
        api.close();
        odradek.close();
    }

    @Test
    @DisplayName(
            "A12 A19 what was there before is done; with the backstop at 10 minutes all that is posted starts at once")
    void startsAtOnce() throws Exception {
        api.define("push", "30m");
        String early = api.post("push", Map.of());
        try (Child worker = scripted("push", NO_BACKSTOP)) {
            eventually(() -> assertThat(api.state(early)).isEqualTo("done"));
            eventually(() -> assertThat(idle(worker)).isTrue());
            List<Long> waits = new ArrayList<>();
            for (int each = 0; each < 5; each++) {
                String item = api.post("push", Map.of());
                long posted = System.currentTimeMillis();
                eventually(() -> assertThat(api.state(item)).isEqualTo("done"));
                waits.add(startedAt(worker, item) - posted);
            }
            // Anything that waited for the backstop would take 10 minutes; a busy machine may stall a single one.
            assertThat(waits.stream().sorted().toList().get(2))
                    .as("%s ms", waits)
                    .isLessThan(1_000);
        }
    }

    @Test
    @DisplayName("A17 no stream gets through for the whole test: the backstop has new work done")
    void backstop() throws Exception {
        api.define("backstop", "30m");
        try (Gateway gateway = Gateway.before(odradek.url());
                Child worker = Child.scripted(
                        gateway.url(),
                        "backstop",
                        output("backstop"),
                        Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "1s"))) {
            eventually(() -> assertThat(gateway.count("/events")).isEqualTo(1));

            String item = api.post("backstop", Map.of());

            eventually(() -> assertThat(api.state(item)).isEqualTo("done"));
            assertThat(gateway.count("/events")).isEqualTo(1);
            assertThat(worker.printed()).contains("ended " + item);
        }
    }

    @Test
    @DisplayName("A18 a stream that drops is warned of and opened again, and pushes again")
    void reconnects() throws Exception {
        api.define("dropped", "30m");
        try (FaultProxy proxy = FaultProxy.listen()) {
            proxy.forwardTo("127.0.0.1", URI.create(odradek.url()).getPort());
            try (Child worker = Child.scripted(
                    "http://" + proxy.address(),
                    "dropped",
                    output("dropped"),
                    Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "10m", "ODRADEK_PROCESSOR_SSE_RETRY", "500ms"))) {
                eventually(() -> assertThat(idle(worker)).isTrue());
                proxy.cut();
                eventually(() -> assertThat(dropped(worker)).isGreaterThanOrEqualTo(2));
                proxy.heal();

                String item = api.post("dropped", Map.of());

                eventually(() -> assertThat(api.state(item)).isEqualTo("done"));
            }
        }
    }

    @Test
    @DisplayName("A20 the entry point runs one processor, seen by its id, until it is told to stop")
    void entryPoint() throws Exception {
        api.define("entry", "30m");
        String item = api.post("entry", Map.of("ms", 3_000));
        try (Child worker = scripted("entry", Map.of())) {
            eventually(() -> assertThat(api.workers().valueStream())
                    .anyMatch(seen ->
                            seen.path("worker").asString().matches("scripted-.+-" + worker.pid() + "-[0-9a-f]{6}")
                                    && seen.path("role").asString().equals("scripted")
                                    && seen.path("state").asString().equals("busy")));

            assertThat(worker.stop()).isZero();

            assertThat(api.state(item)).isEqualTo("done");
            assertThat(worker.printed()).contains("has stopped");
        }
    }

    @Test
    @DisplayName("A21 A14 a job longer than its lease is kept although heartbeats fail in between")
    void heartbeatsSurvive() throws Exception {
        api.define("heartbeat", "9s");
        String first = api.post("heartbeat", Map.of());
        try (Gateway gateway = Gateway.before(odradek.url());
                Child worker = Child.scripted(
                        gateway.url(),
                        "heartbeat",
                        output("heartbeat"),
                        Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "200ms"))) {
            // The first claim of a queue takes its time; this is about those that follow.
            eventually(() -> assertThat(api.state(first)).isEqualTo("done"));
            // Until the worker has heard of that itself, it renews the first one, and that heartbeat would be lost.
            eventually(() -> assertThat(gateway.answered("/complete")).isEqualTo(1));
            gateway.loseHeartbeats(1);
            String item = api.post("heartbeat", Map.of("ms", 10_000));
            eventually(() -> assertThat(api.state(item)).isEqualTo("done"));

            assertThat(worker.printed())
                    .contains("a heartbeat of " + item + " failed")
                    .containsOnlyOnce("started " + item);
            assertThat(gateway.count("/heartbeat")).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    @DisplayName("A24 what a window's call throws fails every one of its members, none waits for its lease")
    void windows() throws Exception {
        api.define("window", "30m", 5);
        List<String> items = new ArrayList<>();
        for (int each = 0; each < 5; each++) {
            items.add(api.post("window", Map.of("do", each == 0 ? "raise" : "done")));
        }
        try (Child worker = scripted("window", Map.of("WORKER_BATCH", "5", "ODRADEK_PROCESSOR_POLL_BACKSTOP", "1s"))) {
            eventually(() -> assertThat(items).noneMatch(item -> api.state(item).equals("ready")));
            eventually(() -> assertThat(items).noneMatch(item -> api.state(item).equals("doing")));

            long failed = items.stream()
                    .filter(item -> api.state(item).equals("failed"))
                    .count();
            // Items may come in several windows; whoever shared the failing one's has failed with it.
            assertThat(failed).isEqualTo(failingWindow(worker.printed()));
        }
    }

    @Test
    @DisplayName("A22 in Java: every item once, and never more at once than the concurrency")
    void inJava() throws Exception {
        api.define("java", "30m");
        Counting counting = new Counting();
        try (Running running = counting.start(api.client())) {
            List<String> items = new ArrayList<>();
            for (int each = 0; each < 60; each++) {
                items.add(api.post("java", Map.of()));
            }
            eventually(() -> assertThat(items).allMatch(item -> api.state(item).equals("done")));
            assertThat(running.worker()).startsWith("java-");
        }
        assertThat(counting.calls).hasValue(60);
        assertThat(counting.most).hasValueLessThanOrEqualTo(4);
    }

    @Test
    @DisplayName(
            "A23 who is killed loses its item by lost presence, not by its lease; its late word hears who holds it now")
    void killed() throws Exception {
        api.define("kill", "30m");
        String item = api.post("kill", Map.of("ms", 120_000));
        try (Child doomed = Child.scripted(odradek.url(), "kill", output("doomed"), NO_BACKSTOP)) {
            eventually(() -> assertThat(doomed.printed()).contains("started " + item));
            try (Child heir = Child.scripted(odradek.url(), "kill", output("heir"), NO_BACKSTOP)) {
                eventually(() -> assertThat(idle(heir)).isTrue());

                long killed = System.nanoTime();
                doomed.kill();
                eventually(() -> assertThat(heir.printed()).contains("started " + item));

                Duration took = Duration.ofNanos(System.nanoTime() - killed);
                System.out.printf("HttpProcessorsIT: a killed worker's item ran again after %d ms%n", took.toMillis());
                assertThat(took).as("its lease has 30 minutes").isLessThan(Duration.ofSeconds(20));
                assertThat(api.axis(item).path("attempts").asInt()).isEqualTo(2);
                ApiException late = catchThrowableOfType(
                        ApiException.class, () -> api.client().complete(claim(doomed, item), Result.done()));
                assertThat(late.status()).isEqualTo(409);
                assertThat(late.code()).isEqualTo("stale_claim");
                assertThat(late.problem().path("holder").toString()).contains("-" + heir.pid() + "-");
                assertThat(api.state(item)).isEqualTo("doing");
            }
        }
    }

    @Test
    @DisplayName("a cancel reaches the handler at once, in Python and in Java, and not with the next heartbeat")
    void cancelled() throws Exception {
        api.define("cancel-python", "30m");
        api.define("cancel-java", "30m");
        String inPython = api.post("cancel-python", Map.of("ms", 120_000));
        String inJava = api.post("cancel-java", Map.of());
        Stoppable stoppable = new Stoppable();
        try (Child worker = scripted("cancel-python", NO_BACKSTOP);
                Running running = stoppable.start(api.client())) {
            eventually(() -> assertThat(worker.printed()).contains("started " + inPython));
            eventually(() -> assertThat(stoppable.started.getCount()).isZero());

            long cancelled = System.nanoTime();
            api.client().cancel(inPython, "not needed");
            api.client().cancel(inJava, "not needed");
            eventually(() -> assertThat(worker.printed()).contains("cancelled " + inPython));
            eventually(() -> assertThat(stoppable.stopped.getCount()).isZero());

            assertThat(Duration.ofNanos(System.nanoTime() - cancelled))
                    .as("the next heartbeat is 60 s away")
                    .isLessThan(Duration.ofSeconds(20));
            assertThat(api.state(inPython)).isEqualTo("cancelled");
            assertThat(api.state(inJava)).isEqualTo("cancelled");
            assertThat(running.worker()).startsWith("cancel-java-");
        }
    }

    @Test
    @DisplayName("every call of the clients is answered as it should be, in Java and in Python")
    void everyCall() throws Exception {
        api.defineYaml("tour", ClientTour.MACHINE);

        new ClientTour(api.client()).take();

        Path script = Path.of("src", "test", "resources", "client_tour.py").toAbsolutePath();
        Map<String, String> environment = new HashMap<>(Python.ENVIRONMENT);
        environment.put("SERVICE_URL", odradek.url());
        try (Child tour =
                Child.start(dir, List.of(Python.required(), script.toString()), environment, output("tour"))) {
            tour.awaitExit(Duration.ofMinutes(1));
            assertThat(tour.printed()).endsWith("toured\n");
        }
    }

    /** Counts how many calls run at once. */
    private static final class Counting extends Processor {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();

        @Override
        protected String queue() {
            return "java";
        }

        @Override
        protected int concurrency() {
            return 4;
        }

        @Override
        protected Terms terms() {
            return Terms.DEFAULT.pollBackstop(Duration.ofMillis(200));
        }

        @Override
        protected Result process(Item item) {
            calls.incrementAndGet();
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            item.progress(0.5, "half");
            now.decrementAndGet();
            return Result.done().patch(Map.of("by", "java"));
        }
    }

    /** Works on its item until that is cancelled. */
    private static final class Stoppable extends Processor {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch stopped = new CountDownLatch(1);

        @Override
        protected String queue() {
            return "cancel-java";
        }

        @Override
        protected Result process(Item item) {
            started.countDown();
            eventually(() -> assertThat(item.cancelled()).isTrue());
            stopped.countDown();
            return Result.done();
        }
    }

    /** When the worker began with the item, by this machine's clock. */
    private static long startedAt(Child worker, String item) {
        Matcher started = Pattern.compile("started " + item + " \\S+ (\\d+)").matcher(worker.printed());
        assertThat(started.find()).isTrue();
        return Long.parseLong(started.group(1));
    }

    /** What the worker holds the item with. */
    private static String claim(Child worker, String item) {
        Matcher started = Pattern.compile("started " + item + " (\\S+)").matcher(worker.printed());
        assertThat(started.find()).isTrue();
        return started.group(1);
    }

    private static long failingWindow(String printed) {
        long size = 0;
        for (String line : printed.lines().toList()) {
            if (line.startsWith("window of ")) {
                size = Long.parseLong(line.substring("window of ".length()));
            } else if (line.contains("RuntimeError")) {
                return size;
            }
        }
        return 0;
    }

    /** It is there, holds nothing, and its stream is open. */
    private static boolean idle(Child worker) throws Exception {
        return api.workers()
                .valueStream()
                .anyMatch(seen -> seen.path("worker").asString().contains("-" + worker.pid() + "-")
                        && seen.path("state").asString().equals("idle"));
    }

    private static int dropped(Child worker) {
        return worker.printed().split("dropped, again in", -1).length - 1;
    }

    private static Child scripted(String queue, Map<String, String> more) {
        return Child.scripted(odradek.url(), queue, output(queue), more);
    }

    private static Path output(String name) {
        return dir.resolve(name + ".txt");
    }
}
