package dev.odradek.stages.bench;

import static dev.odradek.stages.BenchRig.TENANT;
import static dev.odradek.stages.BenchRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.client.Post;
import dev.odradek.stages.BenchRig;
import dev.odradek.stages.LogTrap;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.stages.fake.FakeChat;
import dev.odradek.stages.fake.FakeFixer;
import dev.odradek.stages.fake.FakePages;
import dev.odradek.stages.fake.FakeServer;
import dev.odradek.stages.web.Reply;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@DisplayName("The sample's workers on a real broker")
class BenchIT {
    private static final Map<String, Object> RUN = Map.of(
            "status", "ok",
            "self_report", "partial",
            "summary", "half of it",
            "turns", List.of(Map.of("call_index", 3, "tool", "baml", "error", "unknown flag\nusage: baml")),
            "metrics", Map.of("turns", 4, "cache_read_tokens", 50),
            "baml_version", "0.9.1",
            "findings", List.of(Map.of("kind", "language", "title", "Maps are slow", "call_index", 1)),
            "repro", "main.baml",
            "repro_verified", true);

    @TempDir
    static Path dir;

    private static final Held held = new Held();
    private static BenchRig rig;
    private static FakeServer proxy;
    private static FakePages pages;
    private static FakeChat chat;
    private static FakeFixer fixer;
    private static Outside outside;
    private static Bench bench;

    @BeforeAll
    static void start() {
        rig = BenchRig.start(dir);
        proxy = FakeServer.start(0).onceOn("POST", "/run-agent", request -> Reply.ok(RUN));
        pages = FakePages.start(0, "token");
        chat = FakeChat.start(0, "token");
        fixer = FakeFixer.start(0, "key");
        Map<String, String> settings = new HashMap<>();
        settings.put("proxy.url", proxy.url());
        settings.put("notion.url", pages.url());
        settings.put("notion.token", "token");
        settings.put("notion.language-database", "db-language");
        settings.put("slack.url", chat.url());
        settings.put("slack.token", "token");
        settings.put("cursor.url", fixer.url());
        settings.put("cursor.key", "key");
        Map<String, String> values = new HashMap<>();
        settings.forEach((key, value) -> values.put(Outside.ROOT + key, value));
        outside = Outside.from(new Settings(values, Map.of()));
        bench = new Bench(rig.connection(), TENANT, outside, held).start(EnumSet.allOf(Stage.class));
    }

    @AfterAll
    static void stop() {
        bench.close();
        List.of(proxy, pages.server(), chat.server(), fixer.server()).forEach(FakeServer::close);
        rig.close();
    }

    @Test
    @DisplayName("A34 A35 a runner lost when its agent has answered leaves one run, one trophy and a task that is done")
    void oneTrophy() {
        String task = Ids.forKey(TENANT, "maps");
        held.hold(Moment.AGENT_ANSWERED, task);
        rig.odradek().post(Post.of("task", Map.of("prompt", "try maps")).idempotencyKey("maps"));
        held.await(Moment.AGENT_ANSWERED, task);
        assertThat(rig.axis(task, "status").status()).isEqualTo("running");
        assertThat(rig.item(task).orElseThrow().payload().path("baml_version").asString())
                .as("while it runs")
                .isEqualTo("0.9.1");

        rig.lose(task, "status");
        rig.awaitStatus(task, "status", "done");
        held.letGo(Moment.AGENT_ANSWERED, task);

        List<EventRecord> facts =
                rig.factsUntil(all -> !moves(all, task, "done").isEmpty());
        List<EventRecord> trophies = created(facts, task);
        assertThat(trophies).hasSize(1);
        assertThat(moves(facts, task, "done"))
                .as("the trophy and the task's end are one decision")
                .singleElement()
                .satisfies(end -> {
                    assertThat(end.cause().partition())
                            .isEqualTo(trophies.get(0).cause().partition());
                    assertThat(end.cause().offset())
                            .isEqualTo(trophies.get(0).cause().offset());
                });
        assertThat(proxy.carriedOut(task)).isEqualTo(1);
        assertThat(proxy.asked(task)).isEqualTo(2);
        JsonNode trophy = ((Event.Created) trophies.get(0).event()).payload();
        assertThat(trophy.path("outcome").asString()).isEqualTo("partial");
        assertThat(trophy.path("metrics").path("cache_read_tokens").asInt()).isEqualTo(50);
        assertThat(trophy.path("repro").asString()).isEqualTo("main.baml");
        assertThat(trophy.path("findings").path(1).path("tentative").asBoolean())
                .isTrue();
    }

    @ParameterizedTest(name = "A34 lost at {0}: one trophy, made by the decision that ends the task")
    @EnumSource(
            value = Moment.class,
            names = {"TASK_TAKEN", "VERSION_NOTED", "AGENT_ANSWERED"})
    void lostAtEveryPoint(Moment moment) {
        String task = Ids.forKey(TENANT, "lost at " + moment);
        held.hold(moment, task);
        rig.odradek().post(Post.of("task", Map.of("prompt", "try it")).idempotencyKey("lost at " + moment));
        held.await(moment, task);

        rig.lose(task, "status");
        rig.awaitStatus(task, "status", "done");
        held.letGo(moment, task);
        // What the lost one says in the end comes before this in the log, or is refused after it: one trophy either
        // way.
        String other = post("task", Map.of("prompt", "after it"));
        rig.awaitStatus(other, "status", "done");

        List<EventRecord> facts =
                rig.factsUntil(all -> !moves(all, other, "done").isEmpty());
        assertThat(created(facts, task))
                .singleElement()
                .satisfies(trophy -> assertThat(moves(facts, task, "done"))
                        .singleElement()
                        .satisfies(end -> assertThat(end.cause().offset())
                                .isEqualTo(trophy.cause().offset())));
        assertThat(proxy.carriedOut(task)).isEqualTo(1);
    }

    @Test
    @DisplayName("A34 an agent that never answers and one whose answer is lost cost nothing but another try")
    void lostAnswers() {
        proxy.failNext(1, 503);
        proxy.answerTwice();

        String task = post("task", Map.of("prompt", "try again"));

        rig.awaitStatus(task, "status", "done");
        assertThat(rig.axis(task, "status").attempts()).isEqualTo(3);
        assertThat(proxy.carriedOut(task)).isEqualTo(1);
        assertThat(created(rig.factsUntil(all -> !moves(all, task, "done").isEmpty()), task))
                .hasSize(1);
    }

    @Test
    @DisplayName("A36 A37 a dedup lost half-way is done again: the same issues, each once, with all their evidence")
    void dedupTwice() {
        List<String> titles = List.of("One", "Two", "Three", "Four");
        String trophy = Ids.forKey(TENANT, "four findings");
        held.hold(Moment.HALF_THE_ISSUES_WRITTEN, trophy);
        rig.odradek().post(Post.of("trophy", trophy(titles, 1)).idempotencyKey("four findings"));
        held.await(Moment.HALF_THE_ISSUES_WRITTEN, trophy);
        assertThat(rig.item(issue("One"))).isPresent();
        assertThat(rig.item(issue("Four"))).isEmpty();

        rig.lose(trophy, "status");
        rig.awaitStatus(trophy, "status", "done");
        held.letGo(Moment.HALF_THE_ISSUES_WRITTEN, trophy);
        String second = post("trophy", trophy(List.of("two!", "FOUR", "", "One"), 7));
        rig.awaitStatus(second, "status", "done");

        for (String title : titles) {
            assertThat(evidence(issue(title))).as(title).contains("evidence/" + trophy + "/1");
        }
        assertThat(evidence(issue("Two"))).containsExactly("evidence/" + trophy + "/1", "evidence/" + second + "/7");
        assertThat(rig.axis(issue("Two"), "status").status()).isIn("open", "confirmed");
        rig.awaitStatus(issue("Two"), "sync", "synced");
        assertThat(pages.property(issue("Two"), "Evidence")).contains(trophy, second);
    }

    @Test
    @DisplayName("A36 many trophies that say the same are one issue with the evidence of each")
    void manyTrophies() {
        List<String> trophies = IntStream.range(0, 45)
                .mapToObj(n -> post("trophy", trophy(List.of("The same everywhere"), n)))
                .toList();

        trophies.forEach(trophy -> rig.awaitStatus(trophy, "status", "done"));

        assertThat(evidence(issue("The same everywhere"))).hasSize(45);
        rig.awaitStatus(issue("The same everywhere"), "sync", "synced");
        assertThat(pages.showing(issue("The same everywhere"))).hasSize(1);
    }

    @Test
    @DisplayName("A38 A40 a sync lost when its page is there leaves one page, and the issue is confirmed")
    void onePage() {
        String issue = issue("Once on a page");
        held.hold(Moment.PAGE_WRITTEN, issue);
        String trophy = post("trophy", trophy(List.of("Once on a page"), 0));
        held.await(Moment.PAGE_WRITTEN, issue);

        rig.lose(issue, "sync");
        rig.awaitStatus(issue, "sync", "synced");
        held.letGo(Moment.PAGE_WRITTEN, issue);

        assertThat(pages.showing(issue)).hasSize(1);
        assertThat(rig.axis(issue, "status").status()).isEqualTo("confirmed");
        assertThat(rig.item(issue).orElseThrow().payload().path("page").asString())
                .isEqualTo(pages.showing(issue).get(0));
        String known = Ids.forKey(TENANT, "notion/" + pages.showing(issue).get(0));
        eventually(() -> assertThat(rig.item(known)).isPresent());
        rig.awaitStatus(trophy, "status", "done");
    }

    @Test
    @DisplayName("A39 evidence found while the page is synced waits, and is on the page before that is synced again")
    void dirtyWhileSyncing() {
        String issue = issue("Found while syncing");
        held.hold(Moment.PAGE_WRITTEN, issue);
        String first = post("trophy", trophy(List.of("Found while syncing"), 1));
        held.await(Moment.PAGE_WRITTEN, issue);
        rig.awaitStatus(first, "status", "done");
        String second = post("trophy", trophy(List.of("Found while syncing"), 2));
        rig.awaitStatus(second, "status", "deduping");

        held.letGo(Moment.PAGE_WRITTEN, issue);
        rig.awaitStatus(second, "status", "done");

        List<String> path = List.of("syncing", "synced", "dirty", "syncing", "synced");
        List<EventRecord> facts = rig.factsUntil(all -> syncs(all, issue).size() >= path.size());
        assertThat(syncs(facts, issue)).isEqualTo(path);
        assertThat(pages.property(issue, "Evidence")).contains(first, second);
    }

    @Test
    @DisplayName("A38 a failing page store is asked again, and an issue of a kind without pages is synced without one")
    void troubleWithPages() {
        pages.server().failNext(2, 503);
        post("trophy", trophy(List.of("Page store away"), 0));
        rig.awaitStatus(issue("Page store away"), "sync", "synced");
        assertThat(pages.showing(issue("Page store away"))).hasSize(1);

        post("trophy", Map.of("findings", List.of(Map.of("kind", "skill", "title", "No pages for skills"))));

        String skill = Ids.forKey(TENANT, "issue/skill/no-pages-for-skills");
        rig.awaitStatus(skill, "sync", "synced");
        assertThat(pages.showing(skill)).isEmpty();
        assertThat(rig.axis(skill, "status").status()).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "A41 A42 a dispatcher lost after the launch: one fix, one note, and fixing without a lease until closed")
    void oneFix() {
        post("trophy", trophy(List.of("To be fixed"), 0));
        String issue = issue("To be fixed");
        rig.awaitStatus(issue, "sync", "synced");
        held.hold(Moment.FIX_LAUNCHED, issue);

        approve(issue);
        held.await(Moment.FIX_LAUNCHED, issue);
        rig.lose(issue, "status");
        eventually(() -> assertThat(rig.item(issue).orElseThrow().payload().has("fix_agent"))
                .isTrue());
        held.letGo(Moment.FIX_LAUNCHED, issue);

        assertThat(fixer.launched()).contains("notion-fixer-" + issue);
        assertThat(fixer.server().asked("notion-fixer-" + issue)).isEqualTo(2);
        assertThat(chat.messages()).containsOnlyOnce("Fixing: To be fixed");
        assertThat(pages.property(issue, "Status")).isEqualTo("fixing");
        var axis = rig.axis(issue, "status");
        assertThat(axis.status()).isEqualTo("fixing");
        assertThat(axis.claimedBy()).isNull();
        assertThat(axis.leaseExpiresAt()).isNull();
        assertThat(rig.ask(new Transition(issue, "status", "closed", null))).isInstanceOf(Answer.Applied.class);
    }

    @Test
    @DisplayName("A41 an issue that was dispatched before is not dispatched again")
    void dispatchedBefore() {
        String issue = post("issue", Map.of("kind", "skill", "title", "Old", "fix_slack_ts", "1700000000.1"));
        rig.ask(new Transition(issue, "status", "confirmed", null));

        approve(issue);

        eventually(() -> {
            assertThat(rig.axis(issue, "status").status()).isEqualTo("fixing");
            assertThat(rig.axis(issue, "status").claimedBy()).isNull();
        });
        assertThat(fixer.launched()).doesNotContain("notion-fixer-" + issue);
    }

    @Test
    @DisplayName(
            "A42 A51 without credentials tasks are skipped, issues synced without a page, fixes left alone: all said")
    void nobodyOutside() {
        bench.close();
        try (LogTrap logs = LogTrap.open("dev.odradek.stages");
                Bench alone = new Bench(rig.connection(), TENANT, Outside.NOBODY, Moments.UNHEARD)) {
            alone.start(EnumSet.allOf(Stage.class));
            String task = post("task", Map.of("prompt", "anything"));
            String issue = post("issue", Map.of("kind", "language", "title", "Alone"));
            rig.ask(new Transition(issue, "status", "confirmed", null));
            approve(issue);

            String trophy = Ids.derived(TENANT, task, "trophy");
            rig.awaitStatus(trophy, "status", "done");
            rig.awaitStatus(issue, "sync", "synced");

            assertThat(rig.item(trophy).orElseThrow().payload().path("outcome").asString())
                    .isEqualTo("quota_skipped");
            assertThat(rig.axis(issue, "status").status()).isEqualTo("approved");
            assertThat(rig.axis(issue, "status").attempts()).isZero();
            assertThat(logs.text())
                    .contains("no model proxy is configured", "no pages are configured", "no fixer is configured");
        } finally {
            bench = new Bench(rig.connection(), TENANT, outside, held).start(EnumSet.allOf(Stage.class));
        }
    }

    private static void approve(String issue) {
        assertThat(rig.ask(new Transition(issue, "status", "approved", null))).isInstanceOf(Answer.Applied.class);
    }

    private static String post(String machine, Map<String, ?> payload) {
        return rig.odradek().post(Post.of(machine, payload)).join().itemId();
    }

    private static Map<String, ?> trophy(List<String> titles, int call) {
        return Map.of(
                "findings",
                titles.stream()
                        .map(title -> Map.of("kind", "language", "title", title, "call_index", call))
                        .toList());
    }

    private static String issue(String title) {
        String words = title.toLowerCase(Locale.ROOT).replace(' ', '-');
        return Ids.forKey(TENANT, "issue/language/" + words);
    }

    private static List<String> evidence(String issue) {
        return rig.item(issue).orElseThrow().payload().properties().stream()
                .map(Map.Entry::getKey)
                .filter(field -> field.startsWith("evidence/"))
                .toList();
    }

    private static List<EventRecord> created(List<EventRecord> facts, String parent) {
        return facts.stream()
                .filter(fact -> fact.event() instanceof Event.Created made && parent.equals(made.parent()))
                .toList();
    }

    private static List<EventRecord> moves(List<EventRecord> facts, String item, String to) {
        return facts.stream()
                .filter(fact -> fact.entityId().equals(item))
                .filter(fact ->
                        fact.event() instanceof Event.Moved moved && moved.to().equals(to))
                .toList();
    }

    private static List<String> syncs(List<EventRecord> facts, String issue) {
        return facts.stream()
                .filter(fact -> fact.entityId().equals(issue))
                .map(EventRecord::event)
                .filter(event ->
                        event instanceof Event.Moved moved && moved.axis().equals("sync"))
                .map(event -> ((Event.Moved) event).to())
                .toList();
    }
}
