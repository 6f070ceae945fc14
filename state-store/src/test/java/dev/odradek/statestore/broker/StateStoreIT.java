package dev.odradek.statestore.broker;

import static dev.odradek.statestore.broker.Cluster.TENANT;
import static dev.odradek.statestore.broker.Cluster.ask;
import static dev.odradek.statestore.broker.Cluster.create;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The state-store on a real broker")
class StateStoreIT {
    @TempDir
    static Path dir;

    static Cluster cluster;
    static StateStoreService service;
    static Conversation talk;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(dir, 3);
        service = cluster.stateStore();
        talk = cluster.conversation();
        cluster.define(talk, "ping.yaml");
    }

    @AfterAll
    static void stop() {
        talk.close();
        service.close();
        cluster.close();
    }

    @Test
    @DisplayName("A5 a claim in one step sets value, holder, time, lease and attempts, and answers")
    void claims() {
        create(talk, "ping", "a");

        Answer granted = ask(talk, "a", new Claim("a", "status", 1, "w1", "c1"));

        assertThat(granted).isEqualTo(new Answer.Granted("a", "status", 1, "c1", 1, 1_800_000));
        var axis = service.reads().item(TENANT, "a").orElseThrow().axes().get("status");
        assertThat(axis.status()).isEqualTo("running");
        assertThat(axis.claimedBy()).isEqualTo("w1");
        assertThat(axis.leaseExpiresAt()).isEqualTo(axis.claimedAt() + 1_800_000);
        assertThat(axis.attempts()).isEqualTo(1);
    }

    @Test
    @DisplayName("A15 completion moves on and releases the claim")
    void completes() {
        create(talk, "ping", "b");
        ask(talk, "b", new Claim("b", "status", 1, "w1", "c1"));

        Token token = new Token(1, "c1");
        Answer applied = ask(talk, "b", new Complete("b", "status", token, "w1", null, null, List.of(), false));

        assertThat(applied).isEqualTo(new Answer.Applied("b", "Complete", 0));
        var axis = service.reads().item(TENANT, "b").orElseThrow().axes().get("status");
        assertThat(axis.status()).isEqualTo("done");
        assertThat(axis.claimedBy()).isNull();
        assertThat(axis.leaseExpiresAt()).isNull();
    }
}
