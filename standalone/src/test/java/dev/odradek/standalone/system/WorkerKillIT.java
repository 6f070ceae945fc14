package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static dev.odradek.standalone.system.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.Terms;
import dev.odradek.standalone.demo.Audit;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A worker that is killed")
class WorkerKillIT {
    private static final int EARLY = 6;
    private static final int LATE = 12;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static Rig rig;
    private static StateStoreService service;
    private static Topics topics;
    private static long watched;

    @BeforeAll
    static void start() {
        rig = Rig.start(dir, 3);
        service = rig.stateStore();
        watched = System.nanoTime();
        topics = new Topics(rig.connection());
    }

    @AfterAll
    static void close() {
        service.close();
        rig.close();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Transport.class)
    @DisplayName("B28 what a killed worker held runs again under the next attempt, once; its late result is refused")
    void runsAgain(Transport transport) {
        String queue = transport.name().toLowerCase(Locale.ROOT);
        rig.define(Machines.leased(queue, transport, "30m"));
        // By demand, the other gets most of the rest if this one is nearly full; by partition, there must be room.
        int room = transport == Transport.SHARED ? EARLY + 2 : EARLY + LATE;
        try (Looper doomed = Looper.hire(rig, "doomed-" + queue, queue, room)) {
            List<String> told = new ArrayList<>(rig.post(queue, Rig.ids(queue + "-early", 0, EARLY)));
            eventually(() -> assertThat(doomed.started()).hasSize(EARLY));
            try (Looper survivor = Looper.hire(rig, "survivor-" + queue, queue, 2 * (EARLY + LATE))) {
                eventually(() -> assertThat(rig.atWork(queue, transport)).isEqualTo(2));
                told.addAll(rig.post(queue, Rig.ids(queue + "-late", 0, LATE)));
                eventually(() -> assertThat(starts(doomed, survivor)).hasSize(EARLY + LATE));
                assertThat(survivor.started()).hasSizeGreaterThan(1);
                // Nobody is taken for dead right after the reaper's start: what comes next is not about that.
                meanwhile(
                        restOfGrace(), () -> assertThat(expired(doomed.name())).isEmpty());

                long killed = System.currentTimeMillis();
                doomed.process().kill();
                eventually(() -> assertThat(again(survivor)).hasSameSizeAs(doomed.started()));

                measure(transport, again(survivor), killed);
                List<String> held = items(doomed.started());
                assertThat(items(again(survivor))).containsExactlyInAnyOrderElementsOf(held);
                // What a worker has been told may be a moment ahead of what committed readers see.
                eventually(() -> takenBack(doomed.name(), queue, held));
                lateResultsAreRefused(doomed.name(), held);
                survivor.letGo();
                eventually(() -> assertThat(facts(queue).completionsPerItem()).hasSize(told.size()));
                Audit audit = Audit.of(told, List.of(LoopingWorker.STARTED), starts(doomed, survivor));
                new Judgement(told, audit, facts(queue)).isClean();
            }
        }
    }

    private static Duration restOfGrace() {
        Duration rest = Duration.ofMillis(Terms.DEFAULT.grace()).minusNanos(System.nanoTime() - watched);
        return rest.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : rest;
    }

    private static List<Handled> starts(Looper one, Looper other) {
        return Stream.concat(one.started().stream(), other.started().stream()).toList();
    }

    private static List<Handled> again(Looper survivor) {
        return survivor.started().stream()
                .filter(line -> line.epoch() == 2 && line.attempt() == 2)
                .toList();
    }

    private static List<String> items(List<Handled> lines) {
        return lines.stream().map(Handled::item).toList();
    }

    private static Facts facts(String queue) {
        return new Facts(topics.events().stream()
                .filter(fact -> fact.entityId().startsWith(queue + "-"))
                .toList());
    }

    private static List<Facts.Move> expired(String holder) {
        return new Facts(topics.events())
                .moves(Why.EXPIRED)
                .filter(move -> holder.equals(move.moved().holder()))
                .toList();
    }

    private static void measure(Transport transport, List<Handled> again, long killed) {
        List<Long> waits =
                again.stream().map(line -> line.at() - killed).sorted().toList();
        System.out.printf(
                "WorkerKillIT: %s, %d items of a killed worker start again after median %.2f s, max %.2f s%n",
                transport, waits.size(), waits.get(waits.size() / 2) / 1e3, waits.get(waits.size() - 1) / 1e3);
        assertThat(waits).allMatch(wait -> wait < LONGEST.toMillis());
    }

    /** The facts and the lanes say the same as the ledgers. */
    private static void takenBack(String worker, String queue, List<String> held) {
        assertThat(expired(worker))
                .allSatisfy(move -> assertThat(move.moved().error()).isEqualTo("lease expired; requeued"))
                .extracting(move -> move.fact().entityId())
                .containsExactlyInAnyOrderElementsOf(held);
        List<Dispatch> again = topics.dispatches(queue, Lane.AGAIN).stream()
                .map(DispatchRecord::dispatch)
                .toList();
        assertThat(again)
                .allMatch(each -> each.epoch() == 2 && each.attempt() == 2)
                .extracting(Dispatch::itemId)
                .containsExactlyInAnyOrderElementsOf(held);
    }

    private static void lateResultsAreRefused(String worker, List<String> held) {
        List<Facts.Move> claims = new Facts(topics.events())
                .moves(Why.CLAIMED)
                .filter(move -> worker.equals(move.moved().holder()))
                .toList();
        assertThat(claims).hasSameSizeAs(held);
        try (Conversation talk = rig.conversation()) {
            for (Facts.Move claim : claims) {
                String id = claim.fact().entityId();
                String claimId = Objects.requireNonNull(claim.moved().lease()).claimId();
                Token token = new Token(claim.moved().epoch(), claimId);
                Complete late = new Complete(id, "status", token, worker, null, null, List.of(), false);
                assertThat(Rig.ask(talk, id, late))
                        .isInstanceOfSatisfying(
                                Answer.Denied.class,
                                denied -> assertThat(denied.reason()).isEqualTo(Refusal.STALE_TOKEN));
            }
        }
    }
}
