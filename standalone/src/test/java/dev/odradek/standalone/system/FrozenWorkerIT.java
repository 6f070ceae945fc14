package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static dev.odradek.standalone.system.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.standalone.demo.Handled;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A worker that is frozen")
class FrozenWorkerIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static Rig rig;
    private static StateStoreService service;
    private static Topics topics;

    @BeforeAll
    static void start() {
        rig = Rig.start(dir, 2);
        service = rig.stateStore();
        topics = new Topics(rig.connection());
        rig.define(Machines.leased("job", Transport.SHARED, "30m"));
    }

    @AfterAll
    static void close() {
        service.close();
        rig.close();
    }

    @Test
    @DisplayName("E5 B29 a worker frozen past its time has stopped by itself when it comes back, and counts no more")
    void stopsItself() {
        try (Looper frozen = Looper.hire(rig, "frozen", "job", 1)) {
            rig.post("job", List.of("long"));
            eventually(() -> assertThat(frozen.effects()).isNotEmpty());
            try (Looper other = Looper.hire(rig, "other", "job", 1)) {
                eventually(() -> assertThat(rig.atWork("job", Transport.SHARED)).isEqualTo(2));

                frozen.process().freeze();
                eventually(() -> assertThat(other.effects()).hasSizeGreaterThan(10));
                frozen.process().thaw();
                eventually(() -> assertThat(frozen.stopped()).hasSize(1));

                Handled second = other.started().get(0);
                assertThat(second.epoch()).isEqualTo(2);
                assertThat(frozen.effects()).allMatch(line -> line.at() < second.at());
                assertThat(lateResult("long", "frozen")).isEqualTo(Refusal.STALE_TOKEN);
                other.letGo();
                eventually(() -> assertThat(new Facts(topics.events()).whys("long", "status"))
                        .containsExactly(Why.CLAIMED, Why.EXPIRED, Why.CLAIMED, Why.COMPLETED));
                assertThat(by("long")).isEqualTo("other");
                assertThat(frozen.started()).hasSize(1);
                assertThat(frozen.stopped().get(0).epoch()).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("E5 a freeze of one second changes nothing: the work goes on and completes in its first epoch")
    void shortFreeze() {
        try (Looper frozen = Looper.hire(rig, "briefly", "job", 1)) {
            rig.post("job", List.of("short"));
            eventually(() -> assertThat(frozen.effects()).isNotEmpty());

            frozen.freezeFor(Duration.ofSeconds(1));
            int before = frozen.effects().size();
            eventually(() -> assertThat(frozen.effects()).hasSizeGreaterThan(before + 10));
            meanwhile(Duration.ofSeconds(5), () -> assertThat(frozen.stopped()).isEmpty());
            frozen.letGo();

            eventually(() -> assertThat(new Facts(topics.events()).whys("short", "status"))
                    .containsExactly(Why.CLAIMED, Why.COMPLETED));
            assertThat(by("short")).isEqualTo("briefly");
            assertThat(frozen.started()).hasSize(1);
        }
    }

    /** What the core says to a result under the token that this worker was first granted. */
    private static Refusal lateResult(String id, String worker) {
        Facts.Move claim = new Facts(topics.events())
                .moves(Why.CLAIMED)
                .filter(move -> worker.equals(move.moved().holder()))
                .findFirst()
                .orElseThrow();
        Token token = new Token(
                claim.moved().epoch(),
                Objects.requireNonNull(claim.moved().lease()).claimId());
        try (Conversation talk = rig.conversation()) {
            Answer answer = Rig.ask(talk, id, new Complete(id, "status", token, worker, null, null, List.of(), false));
            return ((Answer.Denied) answer).reason();
        }
    }

    private static String by(String id) {
        return service.reads()
                .item(Rig.TENANT, id)
                .orElseThrow()
                .payload()
                .path("by")
                .asString();
    }
}
