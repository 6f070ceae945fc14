package dev.odradek.statestore.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.statestore.table.Database;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.Rebuild;
import dev.odradek.topics.event.NotificationRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
@DisplayName("A change feed that cannot go on where it was")
class LostSlotIT {
    private static final String STATUS = "SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'odradek_feed'";

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
    @DisplayName("tells of every row when its slot was dropped, and goes on")
    void slotDropped() {
        untilRunning();
        bed.create("drop-", 50);
        Map<String, Long> missed = bed.versions("drop-", 50, 1);
        bed.ask("SELECT pg_drop_replication_slot('odradek_feed')");

        tellsAgain("drop-", 50, missed);
    }

    @Test
    @DisplayName("tells of every row when its slot fell so far behind that it was given up, and goes on")
    void slotLost() {
        untilRunning();
        bed.create("lost-", 50);
        Map<String, Long> missed = bed.versions("lost-", 50, 1);
        bed.ask("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'");
        bed.ask("SELECT pg_reload_conf()");
        await().atMost(Bed.LIMIT).until(() -> {
            bed.ask("SELECT pg_logical_emit_message(false, 'other', '')");
            bed.ask("SELECT pg_switch_wal()");
            bed.ask("CHECKPOINT");
            return bed.ask(STATUS).equals("lost");
        });
        bed.ask("ALTER SYSTEM RESET max_slot_wal_keep_size");
        bed.ask("SELECT pg_reload_conf()");

        tellsAgain("lost-", 50, missed);
        assertThat(bed.ask(STATUS)).isEqualTo("reserved");
    }

    @Test
    @DisplayName("tells of every row when somebody else made its slot anew, and goes on")
    void slotReplaced() {
        untilRunning();
        bed.create("new-", 50);
        Map<String, Long> missed = bed.versions("new-", 50, 1);
        bed.ask("SELECT pg_drop_replication_slot('odradek_feed')");
        bed.ask("SELECT pg_create_logical_replication_slot('odradek_feed', 'pgoutput')");

        tellsAgain("new-", 50, missed);
    }

    @Test
    @DisplayName("tells of every row when its publication was dropped, and goes on")
    void publicationDropped() {
        untilRunning();
        bed.ask("DROP PUBLICATION odradek_feed");
        bed.create("pub-", 50);

        tellsAgain("pub-", 50, bed.versions("pub-", 50, 1));
    }

    @Test
    @DisplayName("follows rebuilt tables without a restart, and tells of what came in with them")
    void rebuilt() {
        try (ChangeFeed feed = bed.feed();
                Heard heard = Heard.fromNow(bed.kafka())) {
            await().atMost(Bed.LIMIT).until(feed::isRunning);
            bed.create("re-", 20);
            bed.versions("re-", 20, 1);
            bed.stopModel();
            // Only the rebuilt tables ever get these: the projection finds them there already.
            bed.patch("re-", 10, 2);
            new Rebuild(bed.kafka(), bed.database(), (done, all) -> {}).run();
            bed.startModel();
            heard.awaits(only("re-", bed.versions("re-", 10, 2)));
            assertThat(heard.all().stream().filter(NotificationRecord::snapshot).map(NotificationRecord::id))
                    .filteredOn(id -> !id.equals("jobs"))
                    .hasSize(10);

            bed.patch("re-", 20, 3);

            heard.awaits(only("re-", bed.versions("re-", 20, 3)));
            assertThat(feed.isRunning()).isTrue();
        }
    }

    @Test
    @DisplayName("says what right it lacks, and begins once it has it")
    void noRight() {
        bed.ask("CREATE ROLE ann LOGIN");
        bed.ask("GRANT CREATE ON DATABASE postgres TO ann");
        DatabaseConfig anns = new DatabaseConfig(bed.database().url(), "ann", "", "anns", Duration.ZERO);
        Database.open(anns).close();
        try (ChangeFeed feed = ChangeFeed.start(bed.kafka(), anns, new SimpleMeterRegistry())) {
            await().atMost(Bed.LIMIT)
                    .untilAsserted(
                            () -> assertThat(feed.trouble()).contains("grant it with ALTER ROLE ann REPLICATION"));

            bed.ask("ALTER ROLE ann REPLICATION");

            await().atMost(Bed.LIMIT).until(feed::isRunning);
            assertThat(feed.trouble()).isNull();
        }
        bed.ask("SELECT pg_drop_replication_slot('anns_feed')");
    }

    private static void untilRunning() {
        try (ChangeFeed feed = bed.feed()) {
            await().atMost(Bed.LIMIT).until(feed::isRunning);
        }
    }

    private static void tellsAgain(String name, int items, Map<String, Long> missed) {
        try (Heard heard = Heard.fromNow(bed.kafka());
                ChangeFeed feed = bed.feed()) {
            heard.awaits(missed);
            assertThat(heard.all()).allMatch(NotificationRecord::snapshot);

            bed.patch(name, items, 2);

            heard.awaits(bed.versions(name, items, 2));
            assertThat(feed.isRunning()).isTrue();
        }
    }

    private static Map<String, Long> only(String name, Map<String, Long> versions) {
        versions.keySet().removeIf(key -> !key.contains(name));
        return versions;
    }
}
