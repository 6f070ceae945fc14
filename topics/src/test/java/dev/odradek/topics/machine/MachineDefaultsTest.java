package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a definition need not say, and what it may say instead. */
class MachineDefaultsTest {
    private static final String SHORTEST = """
            machine: tasks
            axes:
              status:
                states: [queued, running, done, failed]
                initial: queued
                terminal: [done, failed]
                claims:
                  - {queue: tasks, from: queued, into: running, done: done}
            """;

    @Test
    @DisplayName("A8 the claim axis, its value, the held value and the index are configurable")
    void theClaimAxisIsConfigurable() {
        Machine machine = read("""
                machine: issues
                axes:
                  notion_sync:
                    states: [dirty, syncing, synced, failed]
                    initial: dirty
                    terminal: [synced, failed]
                    claims:
                      - {queue: sync, from: dirty, into: syncing, done: synced, index: by_sync_seen}
                """);

        ClaimRule rule = machine.axes().get("notion_sync").claims().get(0);

        assertThat(rule.from()).isEqualTo("dirty");
        assertThat(rule.into()).isEqualTo("syncing");
        assertThat(rule.index()).isEqualTo("by_sync_seen");
    }

    @Test
    @DisplayName("A8 the default axis is status and its default index by_status_created")
    void theDefaultAxisIsStatus() {
        Machine machine = read(SHORTEST);

        assertThat(Machine.DEFAULT_AXIS).isEqualTo("status");
        assertThat(only(machine).index()).isEqualTo("by_status_created");
    }

    @Test
    @DisplayName("A8 another axis is listed by its own index")
    void anotherAxisHasItsOwnIndex() {
        ClaimRule rule =
                Machines.named("issues").axes().get("notion_sync").claims().get(0);

        assertThat(rule.index()).isEqualTo("by_notion_sync_created");
    }

    @Test
    @DisplayName("A11 a rule that names only queue, from, into and done has a lease of 30 minutes and no batch")
    void aShortRuleHasTheDefaults() {
        ClaimRule rule = only(read(SHORTEST));

        assertThat(rule.lease()).isEqualTo(Duration.ofMillis(1_800_000));
        assertThat(rule.batch()).isEqualTo(1);
        assertThat(rule.maxAttempts()).isEqualTo(4);
        assertThat(rule.onFailure()).isEqualTo("failed");
        assertThat(rule.onExpiry()).isEqualTo("queued");
        assertThat(rule.onExhausted()).isEqualTo("failed");
        assertThat(rule.retryOnException()).isFalse();
        assertThat(rule.mode()).isEqualTo(Mode.CONFIRMED);
        assertThat(rule.transport()).isEqualTo(Transport.PARTITIONED);
        assertThat(rule.maxInFlight()).isZero();
        assertThat(rule.backoff()).isEqualTo(Backoff.NONE);
    }

    @Test
    @DisplayName("A11 every default can be overridden")
    void everyDefaultCanBeOverridden() {
        String rule = "{queue: slow, from: queued, into: running, done: done, on_failure: done, on_expiry: failed,"
                + " on_exhausted: done, lease: 5m, max_attempts: 9, backoff: {base: 2s, factor: 3, cap: 1m, jitter: 0},"
                + " retry_on_exception: true, mode: eager, transport: partitioned, batch: 1, max_in_flight: 7,"
                + " index: mine}";

        ClaimRule read = only(read(SHORTEST.replace("{queue: tasks, from: queued, into: running, done: done}", rule)));

        assertThat(read)
                .isEqualTo(new ClaimRule(
                        "slow",
                        "queued",
                        "running",
                        "done",
                        "done",
                        "failed",
                        "done",
                        Duration.ofMinutes(5),
                        9,
                        new Backoff(Duration.ofSeconds(2), 3, Duration.ofMinutes(1), 0),
                        true,
                        Mode.EAGER,
                        Transport.PARTITIONED,
                        1,
                        7,
                        ClaimRule.DEFAULT_REDISPATCH,
                        "mine"));
    }

    @Test
    void withoutALimitOfAttemptsNothingIsExhausted() {
        ClaimRule rule = only(read(SHORTEST.replace("done: done}", "done: done, max_attempts: 0}")));

        assertThat(rule.onExhausted()).isNull();
        assertThat(rule.isExhausted(1_000)).isFalse();
    }

    @Test
    void theLastAttemptExhausts() {
        ClaimRule rule = only(read(SHORTEST));

        assertThat(rule.isExhausted(3)).isFalse();
        assertThat(rule.isExhausted(4)).isTrue();
    }

    @Test
    void aCapBelowTheDefaultFollowsALongBase() {
        ClaimRule rule = only(read(SHORTEST.replace("done: done}", "done: done, backoff: {base: 5m}}")));

        assertThat(rule.backoff().cap()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aDefinitionIsTheSameAfterItsWayThroughTheLog() {
        var definition = MachineYaml.parse(SHORTEST.replace("done: done}", "done: done, backoff: {factor: 1.50}}"));

        var fromLog = Json.parse(new String(Json.bytes(definition), java.nio.charset.StandardCharsets.UTF_8));

        assertThat(fromLog).isEqualTo(definition);
        assertThat(MachineReader.read(fromLog)).isEqualTo(MachineReader.read(definition));
    }

    @Test
    void aDefinitionMayBeWrittenAsJson() {
        String json = new String(Json.bytes(MachineYaml.parse(SHORTEST)), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(read(json)).isEqualTo(read(SHORTEST));
    }

    private static Machine read(String yaml) {
        return MachineReader.read(MachineYaml.parse(yaml));
    }

    private static ClaimRule only(Machine machine) {
        assertThat(machine.claims()).hasSize(1);
        return machine.claims().get(0);
    }
}
