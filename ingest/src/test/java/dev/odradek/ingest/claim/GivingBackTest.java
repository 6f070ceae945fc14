package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.Token;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GivingBackTest {
    private static final ClaimHandle CLAIM = new ClaimHandle(
            new AxisKey("acme", 0, "item", "status"), new Token(3, "claim"), "item", new ClaimHandle.Holder("w", null));

    private final ClaimTimers timers = ClaimTimers.named("giving-back-test");
    private final List<CommandRecord> sent = new CopyOnWriteArrayList<>();
    private int failures;

    @AfterEach
    void close() {
        timers.destroy();
    }

    @Test
    void isTriedAgainUntilItIsAnswered() {
        failures = 3;
        giving().giveBack(CLAIM, Duration.ofMinutes(30));

        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> sent.size() == 4);
        assertThat(sent).allSatisfy(each -> {
            assertThat(each).isEqualTo(sent.get(0));
            assertThat(each.command()).isInstanceOf(ItemCommand.Release.class);
        });
    }

    @Test
    void isTriedNoMoreOnceTheLeaseWouldHaveEnded() {
        failures = Integer.MAX_VALUE;
        giving().giveBack(CLAIM, Duration.ZERO);

        assertThat(sent).hasSize(1);
    }

    private GivingBack giving() {
        return new GivingBack(this::answer, timers, Duration.ofMillis(1));
    }

    private CompletableFuture<?> answer(CommandRecord release) {
        sent.add(release);
        return sent.size() <= failures
                ? CompletableFuture.failedFuture(new IllegalStateException("nobody answers"))
                : CompletableFuture.completedFuture("answered");
    }
}
