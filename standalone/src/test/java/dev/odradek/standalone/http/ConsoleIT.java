package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.access.Tokens;
import dev.odradek.standalone.service.RunningOdradek;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

@DisplayName("The console, in a browser, on the whole service")
class ConsoleIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static RunningOdradek odradek;
    private static Api api;
    private static Tables tables;
    private static Browser browser;

    @BeforeAll
    static void start() {
        browser = null;
        odradek = RunningOdradek.in(
                dir.resolve("data"),
                Map.of(
                        "odradek.database.port", "0",
                        "odradek.max-bytes", "2000000",
                        "odradek.ingest.worker-silence", "3s",
                        "odradek.ingest.feed-kept", "500",
                        "odradek.ingest.feed-silence", "6s"));
        api = new Api(odradek.url());
        tables = new Tables(odradek.database());
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        api.close();
        odradek.close();
    }

    @BeforeEach
    void freshly() {
        if (browser != null) {
            browser.size(1280, 900);
            browser.bear("");
        }
    }

    /** Started by the first test that needs one, so that those which need none are not skipped. */
    private static Browser browser() {
        if (browser == null) {
            browser = Browser.on(odradek.url());
        }
        return browser;
    }

    @Test
    @DisplayName("A62 every queue is listed, and what happens is seen without a reload")
    void moves() throws Exception {
        api.define("moving", "30m");
        Browser browser = browser();
        browser.open("/");
        browser.run("window.sameDocument = true");
        eventually(() -> assertThat(browser.row("moving")).startsWith("moving 0 0 "));

        List<String> items = List.of(api.post("moving", Map.of()), api.post("moving", Map.of()));
        eventually(() -> assertThat(browser.row("moving")).startsWith("moving 2 0 "));
        String claim = api.claim("moving", "painter");
        eventually(() -> assertThat(browser.row("moving")).startsWith("moving 1 1 "));
        api.call("POST", "/v1/claims/" + claim + "/complete", "{}");
        eventually(() -> assertThat(browser.row("moving")).startsWith("moving 1 0 "));

        browser.click("a[href='#/queues/moving']");
        eventually(() -> assertThat(items)
                .anySatisfy(each -> assertThat(browser.row(each)).contains("ready")));
        assertThat(browser.run("return window.sameDocument")).isEqualTo(true);
    }

    @Test
    @DisplayName("a killed worker's lease runs out on the screen, and its item comes back")
    void killed() throws Exception {
        api.define("doomed", "30m");
        String item = api.post("doomed", Map.of("ms", 120_000));
        Browser browser = browser();
        browser.open("/queues/doomed");
        Child worker = Child.scripted(odradek.url(), "doomed", dir.resolve("doomed.txt"), Map.of());
        try (worker) {
            eventually(() -> assertThat(browser.row(item)).contains("doing", "scripted-"));
            assertThat(browser.count("tbody .clock:not([hidden])")).isEqualTo(1);

            worker.kill();

            eventually(() -> assertThat(browser.row(item)).contains("ready").doesNotContain("scripted-"));
            assertThat(browser.count("tbody .clock:not([hidden])")).isZero();
        }
        browser.go("/items/" + item);
        browser.sees("waits in ready for a worker of queue doomed (again, after 1 attempts)");
        assertThat(browser.count("svg.timeline rect")).isGreaterThanOrEqualTo(3);
        browser.sees("expired");
    }

    @Test
    @DisplayName("errors of one kind are one group; one, some and all of it are requeued by click, with a record of it")
    void failures() throws Exception {
        api.define("unlucky", "30m");
        for (int row = 1; row <= 4; row++) {
            String item = api.post("unlucky", Map.of());
            api.giveUp("unlucky", "cannot parse row " + row * 17);
            eventually(() -> assertThat(api.state(item)).isEqualTo("failed"));
        }
        Browser browser = browser();
        browser.open("/failures");
        eventually(() -> assertThat(browser.row("cannot parse row")).contains("unlucky · status 4 4"));
        assertThat(browser.count("tbody a[href*='machine=unlucky']")).isEqualTo(1);
        browser.click("tbody a[href*='machine=unlucky']");
        eventually(() -> assertThat(browser.count("tbody tr")).isEqualTo(4));

        browser.click("tbody tr:nth-child(2) input");
        browser.press(".head", "Requeue 1 chosen");
        browser.confirm();
        eventually(() -> assertThat(browser.count("tbody tr")).isEqualTo(3));
        browser.press(".head", "Requeue all");
        browser.confirm();
        browser.sees("No item stands failed with this error.");

        browser.go("/queues/unlucky");
        eventually(() -> assertThat(browser.count("tbody tr")).isEqualTo(4));
        browser.go("/audit");
        browser.sees("/requeue");
    }

    @Test
    @DisplayName("a dead letter is shown and sent again by click; queues are paused, resumed, items cancelled")
    void operates() throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                odradek.connection().clientProperties(), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(odradek.connection().plan().commands(), 0, "k", "<b>garbage</b>"))
                    .get();
        }
        Browser browser = browser();
        browser.open("/dead-letters");
        eventually(() -> assertThat(browser.row("0:0")).contains("commands").doesNotContain("yes"));
        browser.press("tbody", "0:0");
        browser.sees("value: <b>garbage</b>");
        assertThat(browser.count("main b")).isZero();
        browser.press("tbody", "Send again");
        browser.confirm();
        eventually(() -> assertThat(browser.row("0:0")).contains("yes"));

        api.define("paused", "30m");
        String item = api.post("paused", Map.of());
        browser.go("/queues/paused");
        browser.press(".head", "Pause");
        browser.keys("for lunch");
        browser.confirm();
        browser.sees("This queue is paused: for lunch.");
        browser.press(".head", "Resume");
        browser.confirm();
        eventually(() -> assertThat(browser.text()).doesNotContain("This queue is paused"));
        browser.go("/items/" + item);
        browser.press(".head", "Cancel");
        browser.confirm();
        browser.sees("has ended as cancelled");
        browser.go("/");
        browser.press(".head", "Reap now");
        browser.confirm();
        browser.sees("leases taken back.");
    }

    @Test
    @DisplayName("search finds by id, queue, state and worker, and says when it finds nothing")
    void searches() throws Exception {
        api.define("needle", "30m");
        String item = api.post("needle", Map.of());
        String held = api.call("POST", "/v1/queues/needle/claim", "{\"worker\": \"seamstress\", \"wait_ms\": 20000}")
                .path("item")
                .path("id")
                .asString();
        Browser browser = browser();
        browser.open("/");
        for (String wanted : List.of(item, "seamstress", "needle", "machine:needle state:doing")) {
            browser.keys("/");
            browser.run("document.getElementById('search-text').value = ''");
            browser.keys(wanted, Keys.ENTER);
            eventually(() -> assertThat(browser.row(held)).as(wanted).contains("doing", "seamstress"));
        }
        browser.keys("/");
        browser.run("document.getElementById('search-text').value = ''");
        browser.keys("nowhere", Keys.ENTER);
        browser.sees("Nothing goes by nowhere.");
    }

    @Test
    @DisplayName("by keyboard alone: to a page, into its list, through a confirmation")
    void keyboard() throws Exception {
        api.define("typed", "30m");
        String item = api.post("typed", Map.of());
        Browser browser = browser();
        browser.open("/queues/typed");
        browser.run("document.activeElement.blur()");
        eventually(() -> assertThat(browser.row(item)).contains("ready"));
        browser.keys(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("Skip to the content");
        browser.keys(Keys.ENTER);
        assertThat(browser.run("return document.activeElement.id")).isEqualTo("main");
        browser.tabTo(item);
        browser.keys(Keys.ENTER);
        browser.sees("waits in ready for a worker of queue typed");
        browser.tabTo("Cancel");
        browser.keys(Keys.ENTER);
        browser.keys("not yet", Keys.ESCAPE);
        eventually(() -> assertThat(browser.count("dialog[open]")).isZero());
        assertThat(browser.focused()).as("where it was").isEqualTo("Cancel");
        assertThat(api.state(item)).isEqualTo("ready");
        browser.keys(Keys.ENTER);
        browser.keys("by hand", Keys.ENTER);
        browser.sees("has ended as cancelled");
    }

    @Test
    @DisplayName("axe-core finds nothing serious on any page, light, dark and as narrow as a phone; nothing sticks out")
    void fitsEverybody() throws Exception {
        api.define("fair", "30m");
        String item = api.post("fair", Map.of("long", "w".repeat(300)));
        api.giveUp("fair", "no luck at " + "x".repeat(300));
        api.post("fair", Map.of());
        api.claim("fair", "somebody-with-a-very-long-name-indeed-0123456789");
        Browser browser = browser();
        List<String> pages = List.of(
                "/", "/queues/fair", "/items/" + item, "/failures", "/dead-letters", "/search?q=fair", "/audit");
        browser.open("/");
        for (String theme : List.of("light", "dark")) {
            for (String page : pages) {
                browser.theme(theme);
                browser.size(theme.equals("light") ? 1280 : 390, 844);
                browser.go(page);
                assertThat(browser.faults()).as(theme + " " + page).isEmpty();
                assertThat(browser.overhang()).as(page).isNotPositive();
            }
        }
        browser.theme("light");
    }

    @Test
    @DisplayName("what payloads, errors and names hold is shown and never run: markup, a million characters, controls")
    void hostile() throws Exception {
        api.define("hostile", "30m");
        String evil = "<img src=x onerror='document.title=1'><script>document.title=1</script>";
        String item = api.post(
                "hostile",
                new TreeMap<>(
                        Map.of("html", evil, "name", "\u202egnp.exe", "bell", "a\u0007b", "z", "y".repeat(1_000_000))));
        String turned = api.post("hostile", Map.of("greeting", "مرحبا", "hidden", "a\u200bb\u2067c"));
        api.giveUp("hostile", evil + " \u202e\u0000 " + "e".repeat(5_000));
        api.giveUp("hostile", "\u001b[31m مرحبا");
        Browser browser = browser();
        browser.open("/items/" + item);
        browser.sees("<script>document.title=1</script>");
        browser.sees("\\u202egnp.exe");
        browser.sees("a\\u0007b");
        browser.sees("more characters are not shown.");
        browser.open("/items/" + turned);
        browser.sees("a\\u200bb\\u2067c");
        browser.open("/failures");
        eventually(() -> assertThat(browser.row("<script>")).contains("\\u202e"));
        for (String page : List.of("/items/" + item, "/failures", "/queues/hostile", "/search?q=hostile", "/")) {
            browser.go(page);
            assertThat(browser.count("main img, main script, main iframe")).isZero();
            assertThat(String.valueOf(browser.run("return document.title"))).endsWith("· Odradek");
            assertThat(browser.overhang()).as(page).isNotPositive();
        }
    }

    @Test
    @DisplayName("A62 with a token to read alone there is no button, and what the page may not do is refused")
    void readsAlone() throws Exception {
        api.define("shown", "30m");
        String item = api.post("shown", Map.of());
        String token = Tokens.of(odradek.connection())
                .create("default", EnumSet.of(Scope.READ), "console")
                .token();
        Browser browser = browser();
        browser.bear(token);
        eventually(() -> {
            browser.open("/items/" + item);
            assertThat(browser.text()).contains("waits in ready");
        });
        for (String page : List.of("/", "/queues/shown", "/items/" + item, "/failures")) {
            browser.go(page);
            assertThat(browser.count("main button:not([hidden])")).as(page).isZero();
        }
        assertThat(browser.text()).doesNotContain("Audit");
        Object status = browser.run(
                "const headers = {Authorization: 'Bearer ' + sessionStorage.getItem('odradek-token')};"
                        + "return fetch('/v1/items/' + arguments[0] + '/cancel', {method: 'POST', headers})"
                        + ".then(answer => answer.status)",
                item);
        assertThat(status).isEqualTo(403L);
        assertThat(api.state(item)).isEqualTo("ready");
        browser.bear("wrong");
        browser.run("location.href = '/console/'");
        browser.sees("A token is needed here");
    }

    @Test
    @Timeout(120)
    @DisplayName(
            "X8 cut off a hundred times under load, a listener misses no notification: it knows every row as it is")
    void cutOff() throws Exception {
        api.define("load", "30m");
        FeedFollower follower = new FeedFollower(odradek.url(), -1);
        FeedFollower lost = new FeedFollower(odradek.url(), 999_999_999);
        Random random = new Random(8);
        AtomicInteger cuts = new AtomicInteger();
        Thread load = new Thread(() -> {
            String line = "{\"machine\": \"load\"}\n";
            for (int bulk = 0; bulk < 30 || cuts.get() < 100; bulk++) {
                api.call("POST", "/v1/items/bulk", line.repeat(50));
            }
        });
        load.start();
        for (; cuts.get() < 100; cuts.incrementAndGet()) {
            follower.read(1 + random.nextInt(20));
        }
        load.join();
        eventually(() -> assertThat(tables.rows()).hasSizeGreaterThanOrEqualTo(1_500));

        Map<String, Long> rows = tables.rows();
        follower.read(() -> follower.knows(rows));
        assertThat(follower.resets()).isZero();
        assertThat(follower.heard()).isEqualTo(FeedFollower.written(odradek.connection(), follower.last()));
        lost.read(() -> lost.resets() == 1);
    }

    @Test
    @DisplayName("X8 without the change feed the page says that it polls, misses nothing, and is live again by itself")
    void polls() throws Exception {
        api.define("quiet", "30m");
        Browser browser = browser();
        browser.open("/queues/quiet");
        eventually(() -> assertThat(browser.run("return document.getElementById('live-text').textContent"))
                .isEqualTo("Live"));
        try (Connection database = tables.connect();
                Statement statement = database.createStatement()) {
            eventually(() -> Tables.takeFeedsPlace(statement));
            eventually(() -> assertThat(browser.run("return document.getElementById('live-text').textContent"))
                    .isEqualTo("Polling"));

            String item = api.post("quiet", Map.of());
            eventually(() -> assertThat(browser.row(item)).contains("ready"));
            String claim = api.claim("quiet", "w");
            eventually(() -> assertThat(browser.row(item)).contains("doing"));
            api.call("POST", "/v1/claims/" + claim + "/complete", "{}");
            eventually(() -> assertThat(browser.row(item)).isEmpty());
        }
        eventually(() -> assertThat(browser.run("return document.getElementById('live-text').textContent"))
                .isEqualTo("Live"));
    }
}
