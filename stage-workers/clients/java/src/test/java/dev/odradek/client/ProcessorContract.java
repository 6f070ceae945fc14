package dev.odradek.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.client.FakeService.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What a processor keeps to in every language, shown by a real process against a service with faults. */
abstract class ProcessorContract {
    private static final Fault AWAY = new Fault.Refused(503, "broker_away");
    private static final Map<String, String> BRISK =
            Map.of("WORKER_PRESENCE_MS", "100", "WORKER_SILENCE_MS", "4000", "WORKER_MARGIN_MS", "2800");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private FakeService service;
    private WorkerProcess worker;

    /** What runs the scripted worker in this language. */
    abstract List<String> command() throws Exception;

    /** How a process of this language ends when it is asked to. */
    abstract int exitCode();

    @BeforeEach
    void open() {
        service = FakeService.start();
    }

    @AfterEach
    void close() {
        if (worker != null) {
            worker.close();
        }
        service.close();
    }

    @Test
    @DisplayName(
            "A19 it drains once before it subscribes; a first drain that fails only logs, and the backstop retries")
    void drainsFirst() throws Exception {
        service.offer("early", Map.of());
        service.next("claim", AWAY);
        service.always("events", new Fault.Hanging());

        start(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "300ms"));

        eventually(() -> assertThat(service.calls("complete")).hasSize(1));
        assertThat(inOrder("claim", "events")).startsWith("claim", "events");
        assertThat(worker.printed()).contains("claiming from q failed");
    }

    @Test
    @DisplayName("A20 the entry point: URL, token, log level, and a worker id that says where to look")
    void entryPoint() throws Exception {
        start(Map.of("SERVICE_TOKEN", "odr_1_secret", "LOG_LEVEL", "INFO"));

        eventually(() -> assertThat(service.calls("beat")).isNotEmpty());
        eventually(() -> assertThat(service.calls("claim")).isNotEmpty());
        Call beat = service.calls("beat").get(0);
        assertThat(beat.authorization()).isEqualTo("Bearer odr_1_secret");
        assertThat(beat.subject()).matches("scripted-.+-" + worker.pid() + "-[0-9a-f]{6}");
        assertThat(beat.body().path("state").asString()).isEqualTo("idle");
        Call claim = service.calls("claim").get(0);
        assertThat(claim.body().path("worker").asString()).isEqualTo(beat.subject());
        assertThat(claim.body().path("incarnation")).isEqualTo(beat.body().path("incarnation"));
        assertThat(worker.printed()).contains(beat.subject() + " works on q");
    }

    @Test
    @DisplayName("A17 a stream that never says anything: the backstop does the work")
    void backstop() throws Exception {
        service.always("events", new Fault.Hanging());
        start(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "300ms"));
        eventually(() -> assertThat(service.calls("events")).hasSize(1));

        service.offer("late", Map.of());

        eventually(() -> assertThat(service.calls("complete")).hasSize(1));
    }

    @Test
    @DisplayName("A18 a stream that drops or is refused is warned of and opened again, for ever, and wakes again")
    void reconnects() throws Exception {
        service.next("events", AWAY, AWAY);
        start(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "10m", "ODRADEK_PROCESSOR_SSE_RETRY", "100ms"));
        eventually(() -> assertThat(service.openStreams()).isEqualTo(1));
        service.dropStreams();
        eventually(() -> assertThat(service.openStreams()).isEqualTo(1));

        service.offer("late", Map.of());
        service.push(1);

        eventually(() -> assertThat(service.calls("complete")).hasSize(1));
        assertThat(worker.printed().split("the stream of q dropped", -1)).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    @DisplayName("A22 pushes, repeated ones too, and the backstop together never have more run than the concurrency")
    void neverMore() throws Exception {
        start(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "20ms", "WORKER_CONCURRENCY", "3"));
        eventually(() -> assertThat(service.openStreams()).isEqualTo(1));
        for (int each = 0; each < 30; each++) {
            service.offer("item-" + each, Map.of("ms", 30));
            service.push(20);
        }

        eventually(() -> assertThat(service.calls("complete")).hasSize(30));
        assertThat(service.mostHeld()).isEqualTo(3);
        assertThat(subjects("complete")).hasSize(30);
    }

    @Test
    @DisplayName("A21 heartbeats that fail or hang are followed by the next, and the work is completed")
    void heartbeatsSurvive() throws Exception {
        service.next("heartbeat", AWAY, new Fault.Hanging(), new Fault.Unheard(), new Fault.Foreign(404));
        service.next("beat", AWAY, new Fault.Unheard());
        service.offer("long", Map.of("ms", 2_000));

        start(Map.of("ODRADEK_PROCESSOR_HEARTBEAT", "100ms"));

        eventually(() -> assertThat(service.calls("complete")).hasSize(1));
        assertThat(service.calls("heartbeat")).hasSizeGreaterThan(6);
        assertThat(worker.printed()).contains("a heartbeat of long failed");
    }

    @Test
    @DisplayName("A14 a lease that is shorter than three heartbeats is renewed three times in its time")
    void shortLeases() throws Exception {
        service.lease(6_000);
        service.offer("long", Map.of("ms", 4_500));

        start(Map.of());

        eventually(() -> assertThat(service.calls("complete")).hasSize(1));
        assertThat(service.calls("heartbeat")).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("A24 A13 a window is one call; every member is heartbeated and named, and a failure fails them all")
    void windows() throws Exception {
        service.offer("a", Map.of("ms", 700));
        service.offer("b", Map.of("ms", 1, "do", "raise"));
        service.offer("c", Map.of());

        start(Map.of("WORKER_BATCH", "3", "ODRADEK_PROCESSOR_HEARTBEAT", "200ms", "WORKER_PRESENCE_MS", "200"));

        eventually(() -> assertThat(service.calls("fail")).hasSize(3));
        assertThat(worker.printed()).contains("window of 3");
        assertThat(subjects("heartbeat")).containsExactlyInAnyOrder("claim-a", "claim-b", "claim-c");
        assertThat(subjects("fail")).containsExactlyInAnyOrder("claim-a", "claim-b", "claim-c");
        assertThat(service.calls("beat"))
                .anySatisfy(
                        beat -> assertThat(beat.body().path("current").size()).isEqualTo(3));
        assertThat(service.calls("complete")).isEmpty();
    }

    @Test
    @DisplayName("A16 A15 what it returns or throws becomes of the item, in at most 2000 characters")
    void results() throws Exception {
        service.offer("done", Map.of());
        service.offer("raise", Map.of("do", "raise", "long", 5_000));
        service.offer("retry", Map.of("do", "retry"));
        service.offer("give_up", Map.of("do", "give_up"));
        service.offer("spawn", Map.of("do", "spawn"));

        start(Map.of());

        eventually(() -> assertThat(service.calls("fail")).hasSize(3));
        eventually(() -> assertThat(service.calls("complete")).hasSize(2));
        assertThat(body("complete", "done")).isEqualTo("{\"patch\":{\"seen\":\"done\"}}");
        assertThat(body("complete", "spawn"))
                .isEqualTo("{\"to\":\"elsewhere\",\"spawn\":[{\"machine\":\"other\",\"payload\":{\"do\":\"spawn\"}}]}");
        assertThat(body("fail", "retry")).isEqualTo("{\"kind\":\"retry\",\"error\":\"busy\",\"retry_after_ms\":7000}");
        assertThat(body("fail", "give_up")).isEqualTo("{\"kind\":\"give_up\",\"error\":\"hopeless\"}");
        Call raised = call("fail", "raise");
        assertThat(raised.body().path("kind").asString()).isEqualTo("exception");
        assertThat(raised.body().path("error").asString()).hasSize(2_000).contains("xxx");
    }

    @Test
    @DisplayName("a result is said again until it is heard, and one that is refused for good fails the item")
    void saysAgain() throws Exception {
        service.next("complete", new Fault.Foreign(405), new Fault.Unheard(), new Fault.Foreign(404));
        service.next("complete", new Fault.Refused(503, "starting"));
        service.offer("patient", Map.of());
        start(Map.of());
        eventually(() -> assertThat(service.calls("complete")).hasSize(5));
        assertThat(service.calls("fail")).isEmpty();

        service.next("complete", new Fault.Refused(409, "illegal_edge"));
        service.offer("illegal", Map.of());
        service.push(1);

        eventually(() -> assertThat(service.calls("fail")).hasSize(1));
        assertThat(body("fail", "illegal")).contains("give_up").contains("the result was refused: illegal_edge");
    }

    @Test
    @DisplayName("without an acknowledged beat it stops by itself in time, and completes nothing")
    void fencesItself() throws Exception {
        service.offer("long", Map.of("ms", 20_000));
        start(BRISK);
        eventually(() -> assertThat(service.calls("beat"))
                .anySatisfy(
                        beat -> assertThat(beat.body().path("current").size()).isEqualTo(1)));

        long silent = System.nanoTime();
        service.always("beat", new Fault.Hanging());

        eventually(() -> assertThat(worker.printed()).contains("cancelled long"));
        assertThat(Duration.ofNanos(System.nanoTime() - silent)).isLessThan(Duration.ofSeconds(4));
        eventually(() -> assertThat(service.calls("release")).hasSize(1));
        assertThat(service.calls("complete")).isEmpty();
    }

    @Test
    @DisplayName("A23 a heartbeat that is told that the claim is another's stops the work, and nothing is completed")
    void lost() throws Exception {
        service.always("heartbeat", new Fault.Refused(409, "stale_claim"));
        service.offer("long", Map.of("ms", 20_000));

        start(Map.of("ODRADEK_PROCESSOR_HEARTBEAT", "200ms"));

        eventually(() -> assertThat(worker.printed()).contains("cancelled long"));
        eventually(() -> assertThat(service.calls("release")).hasSize(1));
        assertThat(service.calls("complete")).isEmpty();
    }

    @Test
    @DisplayName("a claim that the stream says is lost stops its item, and no other, long before the next heartbeat")
    void loses() throws Exception {
        service.offer("taken", Map.of("ms", 20_000));
        service.offer("kept", Map.of("ms", 1_500));
        start(Map.of("WORKER_CONCURRENCY", "2"));
        eventually(() -> assertThat(worker.printed()).contains("started taken", "started kept"));
        eventually(() -> assertThat(service.openStreams()).isEqualTo(1));

        service.lose("claim-of-somebody-else");
        service.lose("claim-taken");

        eventually(() -> assertThat(worker.printed()).contains("cancelled taken"));
        eventually(() -> assertThat(subjects("complete")).containsExactly("claim-kept"));
        eventually(() -> assertThat(subjects("release")).containsExactly("claim-taken"));
        assertThat(service.calls("heartbeat")).isEmpty();
        assertThat(service.streamQuery())
                .isEqualTo("worker=" + service.calls("beat").get(0).subject());
    }

    @Test
    @DisplayName("it is as rarely silent, and stops as early by itself, as the service says in a claim")
    void heedsTheService() throws Exception {
        service.silence(1_600);
        service.offer("long", Map.of("ms", 20_000));
        start(Map.of());
        eventually(() -> assertThat(service.calls("beat"))
                .filteredOn(beat -> beat.body().path("current").size() == 1)
                .hasSizeGreaterThan(3));
        assertThat(worker.printed()).doesNotContain("cancelled long");

        service.always("beat", AWAY);

        eventually(() -> assertThat(worker.printed()).contains("cancelled long"));
        assertThat(service.calls("complete")).isEmpty();
    }

    @Test
    @DisplayName("a claim whose answer was lost is soon nobody's: the worker goes on under another incarnation")
    void unheardClaim() throws Exception {
        service.offer("orphan", Map.of());
        service.next("claim", new Fault.Unheard());
        start(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "100ms", "WORKER_PRESENCE_MS", "100"));
        eventually(() -> assertThat(incarnations("claim")).hasSize(2));

        long since = System.nanoTime();
        eventually(() -> assertThat(service.calls("beat").stream().filter(call -> call.nanos() > since))
                .hasSizeGreaterThan(3));

        String orphaned = incarnations("claim").iterator().next();
        assertThat(service.calls("beat").stream()
                        .filter(call ->
                                call.nanos() > since + Duration.ofMillis(150).toNanos()))
                .noneMatch(call -> call.body().path("incarnation").asString().equals(orphaned));
    }

    @Test
    @DisplayName("a claim whose answer comes too late to be sure of is given back, not begun")
    void lateClaim() throws Exception {
        service.offer("late", Map.of());
        service.next("claim", new Fault.Late(1_500));

        start(BRISK);

        eventually(() -> assertThat(subjects("release")).containsExactly("claim-late"));
        assertThat(worker.printed()).doesNotContain("started late");
    }

    @Test
    @DisplayName("on SIGTERM it takes nothing more, lets what runs finish, and ends")
    void stops() throws Exception {
        service.offer("running", Map.of("ms", 1_000));
        start(Map.of());
        eventually(() -> assertThat(worker.printed()).contains("started running"));
        service.offer("next", Map.of());

        worker.terminate();

        assertThat(worker.awaitExit(Duration.ofSeconds(20))).isEqualTo(exitCode());
        assertThat(subjects("complete")).containsExactly("claim-running");
        assertThat(service.calls("release")).isEmpty();
    }

    @Test
    @DisplayName("what does not finish within the drain time is given back")
    void givesBack() throws Exception {
        service.offer("endless", Map.of("ms", 60_000));
        start(Map.of("WORKER_DRAIN_MS", "300"));
        eventually(() -> assertThat(worker.printed()).contains("started endless"));

        worker.terminate();

        assertThat(worker.awaitExit(Duration.ofSeconds(20))).isEqualTo(exitCode());
        assertThat(subjects("release")).containsExactly("claim-endless");
        assertThat(service.calls("complete")).isEmpty();
    }

    private void start(Map<String, String> settings) throws Exception {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("SERVICE_URL", service.url());
        environment.putAll(Python.ENVIRONMENT);
        worker = WorkerProcess.start(command(), environment, dir.resolve("worker.txt"));
    }

    private List<String> inOrder(String... verbs) {
        return service.calls().stream()
                .map(Call::verb)
                .filter(List.of(verbs)::contains)
                .toList();
    }

    private Set<String> subjects(String verb) {
        return service.calls(verb).stream().map(Call::subject).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Set<String> incarnations(String verb) {
        return service.calls(verb).stream()
                .map(call -> call.body().path("incarnation").asString())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Call call(String verb, String id) {
        return service.calls(verb).stream()
                .filter(call -> call.subject().equals("claim-" + id))
                .findFirst()
                .orElseThrow();
    }

    private String body(String verb, String id) {
        return call(verb, id).body().toString();
    }

    private static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(assertion);
    }
}
