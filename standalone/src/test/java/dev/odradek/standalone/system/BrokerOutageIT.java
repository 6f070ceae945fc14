package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static dev.odradek.standalone.system.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.BrokerProcess;
import dev.odradek.localcluster.FaultProxy;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
@DisplayName("A broker that goes away and comes back")
class BrokerOutageIT {
    private static final int QUICK = 200;
    private static final int SLOW = 4;
    private static final int SLOTS = 8;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    /** What befalls the broker; somebody begins to post as soon as it is gone. */
    private interface Outage {
        void happen(LedgerCrew crew, Runnable post);
    }

    @Test
    @DisplayName("A53 a broker killed, and later stopped, amid work and started again: nobody is taken for dead")
    void restarted() {
        try (BrokerProcess broker = BrokerProcess.start(config(), dir.resolve("broker.out"));
                Rig rig = Rig.at(broker.bootstrapServers(), dir, 3)) {
            survives(rig, "broker killed and started, stopped and started", (crew, post) -> {
                broker.kill();
                post.run();
                broker.restart();
                int before = crew.handled().size();
                eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(before + 20));
                broker.stop();
                broker.restart();
            });
        }
    }

    @Test
    @DisplayName("A53 a broker out of reach for twenty seconds for everybody: nobody is taken for dead")
    void outOfReach() {
        outOfReachFor(Duration.ofSeconds(20));
    }

    @Test
    @DisplayName("A53 a broker out of reach for a minute for everybody: nobody is taken for dead")
    void outOfReachForAMinute() {
        outOfReachFor(Duration.ofSeconds(60));
    }

    private void outOfReachFor(Duration outage) {
        try (FaultProxy proxy = FaultProxy.listen();
                BrokerProcess broker =
                        BrokerProcess.start(config().advertisedAs(proxy.address()), dir.resolve("broker.out"))) {
            proxy.forwardTo(BrokerConfig.LOOPBACK, broker.port());
            try (Rig rig = Rig.at(proxy.address(), dir, 3)) {
                survives(rig, "broker out of reach for " + outage.toSeconds() + " s", (crew, post) -> {
                    proxy.cut();
                    post.run();
                    int before = crew.handled().size();
                    // Nobody is granted anything: what starts now was granted before.
                    ThrowingRunnable quiet = () -> assertThat(crew.handled()).hasSizeLessThanOrEqualTo(before + SLOTS);
                    meanwhile(outage.dividedBy(2), quiet);
                    // Connections are taken again, and lead nowhere.
                    proxy.blackHole();
                    meanwhile(outage.dividedBy(2), quiet);
                    proxy.heal();
                });
            }
        }
    }

    private BrokerConfig config() {
        return BrokerConfig.in(dir.resolve("broker"));
    }

    private static void survives(Rig rig, String what, Outage outage) {
        try (StateStoreService service = rig.stateStore();
                CommandWriter writer = new CommandWriter(rig.connection());
                LedgerCrew quick = new LedgerCrew(rig, "quick", SLOTS / 2, Duration.ofMillis(100));
                LedgerCrew slow = new LedgerCrew(rig, "slow", 2 * SLOW, Duration.ofSeconds(10))) {
            for (String name : List.of("quick", "slow")) {
                rig.define(Machines.oneStage(name, Transport.SHARED));
            }
            quick.hire(2);
            slow.hire(1);
            quick.release(2);
            slow.release(1);
            List<String> slowOnes = rig.post("slow", Rig.ids("s", 0, SLOW));
            List<String> quickOnes = new ArrayList<>(rig.post("quick", Rig.ids("i", 0, QUICK)));
            quickOnes.addAll(postStubbornly(writer, List.of("first")));
            eventually(() -> assertThat(quick.handled()).hasSizeGreaterThan(20));
            eventually(() -> assertThat(slow.handled()).hasSize(SLOW));

            List<CompletableFuture<List<String>>> posting = new ArrayList<>();
            outage.happen(
                    quick,
                    () -> posting.add(
                            CompletableFuture.supplyAsync(() -> postStubbornly(writer, Rig.ids("amid", 0, 20)))));
            long over = System.currentTimeMillis();
            posting.forEach(each -> quickOnes.addAll(Rig.await(each)));

            Topics topics = new Topics(rig.connection());
            eventually(() -> assertThat(new Facts(topics.events()).completionsPerItem())
                    .hasSize(quickOnes.size() + slowOnes.size()));
            Facts facts = new Facts(topics.events());
            tell(what, facts, over);
            new Judgement(quickOnes, quick.audit(quickOnes), of(facts, quickOnes)).isClean();
            new Judgement(slowOnes, slow.audit(slowOnes), of(facts, slowOnes)).isClean();
            assertThat(facts.moves(Why.EXPIRED)).as("nobody was taken for dead").isEmpty();
            assertThat(facts.moves().map(move -> move.moved().why()))
                    .as("given back by their holders, the second time as a retry")
                    .isSubsetOf(Why.CLAIMED, Why.RELEASED, Why.RETRIED, Why.COMPLETED);
            assertThat(service.isRunning()).isTrue();
        }
    }

    /** One after the other, each until the broker has acknowledged it. */
    private static List<String> postStubbornly(CommandWriter writer, List<String> ids) {
        for (String id : ids) {
            CommandRecord create = CommandRecord.of(
                    Rig.TENANT, Ids.fresh(), id, new Create(NewItem.of(id, "quick", Json.parse("{}")), null));
            eventually(() -> assertThat(writer.send(create).get()).isNotNull());
        }
        return ids;
    }

    private static Facts of(Facts facts, List<String> items) {
        Set<String> ours = Set.copyOf(items);
        return new Facts(facts.all().stream()
                .filter(fact -> ours.contains(fact.entityId()))
                .toList());
    }

    private static void tell(String what, Facts facts, long over) {
        LongSummaryStatistics after = facts.moves(Why.COMPLETED)
                .mapToLong(move -> move.fact().ts() - over)
                .filter(late -> late > 0)
                .summaryStatistics();
        System.out.printf(
                "BrokerOutageIT: %s, %d completions from %.1f to %.1f s after its end, %d released by their holders%n",
                what,
                after.getCount(),
                after.getMin() / 1e3,
                after.getMax() / 1e3,
                facts.moves(Why.RELEASED).count());
    }
}
