package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerRegisterTest {
    private final WorkerRegister register = new WorkerRegister();

    @Test
    void whatIsHeldOnSeveralPartitionsIsSeenTogether() {
        register.heard("acme", new Presence("w", "i", List.of(held("b"))), 1_000);
        register.heard("acme", new Presence("w", "i", List.of(held("a"))), 1_010);

        assertThat(register.workers("acme", 1_100)).singleElement().satisfies(seen -> {
            assertThat(seen.state()).isEqualTo("busy");
            assertThat(seen.currentItems()).extracting(WorkerRegister.Work::id).containsExactly("a", "b");
            assertThat(seen.lastSeen()).isEqualTo(1_010);
        });
    }

    @Test
    void whatIsNotNamedAnyMoreHasBeenPutDown() {
        register.heard("acme", new Presence("w", "i", List.of(held("a"))), 1_000);
        register.heard("acme", new Presence("w", "i", List.of()), 2_000);
        register.heard("acme", new Presence("w", "i", List.of()), 4_000);

        assertThat(register.workers("acme", 4_000))
                .singleElement()
                .satisfies(seen -> assertThat(seen.state()).isEqualTo("idle"));
    }

    @Test
    void aRoleIsWhatWasSaidLastOrWhatTheIdSays() {
        register.heard("acme", new Presence("plain", "i", List.of(), 8_000L, "builder"), 1_000);
        register.heard("acme", new Presence("plain", "i", List.of(), 8_000L, null), 1_100);
        register.heard("acme", new Presence("deep-fetcher-host-17-00ff00", "i", List.of()), 1_000);
        register.heard("acme", new Presence("other", "i", List.of()), 1_000);

        assertThat(register.workers("acme", 1_000))
                .extracting(WorkerRegister.Seen::role)
                .containsExactly("deep-fetcher", null, "builder");
    }

    @Test
    void othersWorkersAreNotSeenAndTheSilentAreForgotten() {
        register.heard("acme", new Presence("w", "i", List.of()), 1_000);
        register.heard("globex", new Presence("v", "i", List.of()), 2_000);

        assertThat(register.workers("acme", 2_000))
                .extracting(WorkerRegister.Seen::worker)
                .containsExactly("w");
        assertThat(register.workers("acme", 1_001 + WorkerRegister.FORGOTTEN_AFTER))
                .isEmpty();
    }

    private static Held held(String item) {
        return new Held(item, "status", 1, null, null);
    }
}
