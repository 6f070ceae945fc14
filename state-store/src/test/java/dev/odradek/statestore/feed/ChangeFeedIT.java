package dev.odradek.statestore.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.broker.Cluster;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The change feed")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangeFeedIT {
    @TempDir
    static Path dir;

    static Bed bed;

    @BeforeAll
    static void make() {
        bed = Bed.made(dir);
    }

    @AfterAll
    static void leave() {
        bed.close();
    }

    @Test
    @Order(1)
    @DisplayName("tells of a row's change, and whoever then looks at the row sees at least that version")
    void readersSeeWhatTheyWereToldOf() throws Exception {
        List<Long> late = new ArrayList<>();
        List<Long> invisible = new ArrayList<>();
        try (ChangeFeed feed = bed.feed();
                Heard heard = Heard.fromNow(bed.kafka());
                java.sql.Connection connection = Databases.connect(bed.database())) {
            await().atMost(Bed.LIMIT).until(feed::isRunning);
            bed.create("seen-", 20);
            for (int round = 2; round <= 40; round++) {
                bed.patch("seen-", 5, round);
                heard.next(Duration.ofMillis(50)).forEach(told -> {
                    late.add(System.currentTimeMillis() - told.committedAt());
                    invisible.add(untilSeen(connection, told));
                });
            }
            heard.awaits(bed.versions("seen-", 5, 40));

            assertThat(invisible).hasSizeGreaterThan(100);
            assertThat(heard.all()).noneMatch(NotificationRecord::snapshot);
            late.sort(null);
            System.out.printf(
                    "%d notifications: commit to reader p50 %d ms, p99 %d ms; rows not visible for at most %.1f ms%n",
                    late.size(),
                    late.get(late.size() / 2),
                    late.get(late.size() * 99 / 100),
                    invisible.stream().mapToLong(Long::longValue).max().orElse(0) / 1e6);
        }
    }

    private static long untilSeen(java.sql.Connection connection, NotificationRecord told) {
        String name = told.table().equals(NotificationRecord.ITEMS) ? "id" : "queue";
        String sql = "SELECT version FROM " + told.table() + " WHERE tenant = ? AND " + name + " = ? AND partition = ?";
        long start = System.nanoTime();
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, told.tenant());
            statement.setString(2, told.id());
            statement.setInt(3, told.partition());
            boolean first = true;
            while (System.nanoTime() - start < 5_000_000_000L) {
                try (var row = statement.executeQuery()) {
                    if (row.next() && row.getLong(1) >= told.version()) {
                        return first ? 0 : System.nanoTime() - start;
                    }
                }
                first = false;
            }
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("never seen: " + told);
    }

    @Test
    @Order(2)
    @DisplayName("of a second instance waits, and takes over by itself")
    void secondTakesOver() {
        try (ChangeFeed first = bed.feed();
                Heard heard = Heard.fromTheBeginning(bed.kafka())) {
            await().atMost(Bed.LIMIT).until(first::isRunning);
            try (ChangeFeed second = bed.feed()) {
                bed.create("two-", 3);
                heard.awaits(bed.versions("two-", 3, 1));
                assertThat(second.isRunning()).isFalse();
                assertThat(second.trouble()).isNull();

                first.close();
                bed.patch("two-", 3, 2);

                heard.awaits(bed.versions("two-", 3, 2));
                assertThat(second.isRunning()).isTrue();
                assertThat(heard.all()).noneMatch(NotificationRecord::snapshot);
            }
        }
    }

    @Test
    @Order(3)
    @DisplayName("lets go of the log that others write, though no row of its own changes")
    void keepsNoLogOfOthers() {
        bed.ask("SELECT pg_logical_emit_message(false, 'other', repeat('x', 1000000))");
        String reached = bed.ask("SELECT pg_switch_wal()");

        try (ChangeFeed feed = bed.feed()) {
            String gone = "SELECT confirmed_flush_lsn >= '" + reached + "' FROM pg_replication_slots";
            await().atMost(Bed.LIMIT).until(() -> bed.ask(gone).equals("t"));
            assertThat(feed.trouble()).isNull();
        }
    }

    @Test
    @Order(4)
    @DisplayName("loses nothing though it and the database are killed while rows change")
    void losesNothing() {
        try (Heard heard = Heard.fromTheBeginning(bed.kafka())) {
            bed.create("kill-", 300);
            try (JavaProcess first = process()) {
                first.awaitLine("TELLING"::equals, Bed.LIMIT);
                bed.patch("kill-", 300, 2);
                heard.next(Duration.ofMillis(500));
                first.kill();
            }
            bed.patch("kill-", 300, 3);
            try (JavaProcess second = process()) {
                bed.patch("kill-", 300, 4);
                second.awaitLine("TELLING"::equals, Bed.LIMIT);
                bed.patch("kill-", 300, 5);
                bed.killDatabase();
                bed.patch("kill-", 300, 6);

                heard.awaits(bed.versions("kill-", 300, 6));
            }
            assertThat(heard.all()).noneMatch(NotificationRecord::snapshot);
        }
    }

    private static JavaProcess process() {
        return JavaProcess.of(FeedMain.class)
                .small(128)
                .args(
                        bed.kafka().bootstrap(),
                        bed.database().url(),
                        bed.database().user())
                .start(dir.resolve("feed.log"));
    }

    @Test
    @Order(5)
    @DisplayName(
            "X8 a change is notified; while the feed is down the state machine goes on, and then nothing is missing")
    void feedDown() {
        try (StateStoreService store = bed.cluster().stateStore();
                Conversation talk = bed.cluster().conversation();
                Heard heard = Heard.fromNow(bed.kafka())) {
            bed.cluster().define(talk, "ping.yaml");
            try (ChangeFeed feed = bed.feed()) {
                await().atMost(Bed.LIMIT).until(feed::isRunning);
                Cluster.create(talk, "ping", "up");
                await().atMost(Bed.LIMIT)
                        .until(() -> heard.next(Duration.ofMillis(50)).stream()
                                .anyMatch(told -> told.id().equals("up")));
            }

            Cluster.create(talk, "ping", "down");
            Answer granted = Cluster.ask(talk, "down", new Claim("down", "status", 1, "w1", "c1"));
            assertThat(granted).isInstanceOf(Answer.Granted.class);
            await().atMost(Bed.LIMIT)
                    .until(() -> bed.ask("SELECT state FROM axes WHERE item_id = 'down'")
                            .equals("running"));
            Map<String, Long> versions = bed.versions();
            assertThat(heard.next(Duration.ofMillis(100)))
                    .noneMatch(told -> told.id().equals("down"));

            try (ChangeFeed feed = bed.feed()) {
                Heard whole = Heard.fromTheBeginning(bed.kafka());
                whole.awaits(versions);
                assertThat(feed.trouble()).isNull();
                assertThat(whole.all()).noneMatch(NotificationRecord::snapshot);
                whole.close();
            }
            assertThat(store.isRunning()).isTrue();
        }
    }
}
