package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Fail.Kind;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.Token;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommandsTest {
    private static final Token TOKEN = new Token(3, "c1");

    private final Commands commands = new Commands("w1", "life-1", 5);
    private final Job job = Fixtures.job("i", "c1");

    @Test
    void aClaimIsAlwaysTheSameWish() {
        CommandRecord claim = commands.claim(job);

        assertThat(claim).isEqualTo(commands.claim(job));
        assertThat(claim.id()).isEqualTo("c1");
        assertThat(claim.asker().slot()).isEqualTo(5);
        assertThat(claim.asker().always()).isFalse();
        assertThat(claim.command()).isEqualTo(new Claim("i", "status", 3, "w1", "c1", "life-1"));
    }

    @Test
    @DisplayName("A15 a completion carries target, patch, spawned items and token")
    void completion() {
        String child = job.spawn("other", Map.of("x", 1));
        Complete complete =
                (Complete) commands.result(job, Result.done().to("parsed").patch(Map.of("pages", 3)))
                        .command();

        assertThat(complete.to()).isEqualTo("parsed");
        assertThat(complete.patch().get("pages").asInt()).isEqualTo(3);
        assertThat(complete.spawn()).extracting("itemId").containsExactly(child);
        assertThat(complete.token()).isEqualTo(TOKEN);
        assertThat(complete.keep()).isFalse();
    }

    @Test
    void whatIsSpawnedHasTheSameIdWheneverTheEpochIsDoneAgain() {
        assertThat(job.spawn("other", Map.of()))
                .isEqualTo(Fixtures.job("i", "c2").spawn("other", Map.of()));
        assertThat(job.spawn("other", Map.of()))
                .isNotEqualTo(Fixtures.job("i", "c2").spawn("other", Map.of()));
    }

    @Test
    void aRetrySpawnsNothing() {
        job.spawn("other", Map.of());

        CommandRecord retry = commands.result(job, Result.retry("busy").after(Duration.ofSeconds(2)));

        assertThat(retry.command()).isEqualTo(new Fail("i", "status", TOKEN, "w1", Kind.RETRY, "busy", 2000L));
    }

    @Test
    @DisplayName("A16 an unexpected exception is told in at most 2000 characters")
    void exception() {
        Fail fail = (Fail) commands.exception(job, new IllegalStateException("x".repeat(5000)))
                .command();

        assertThat(fail.kind()).isEqualTo(Kind.EXCEPTION);
        assertThat(fail.error()).hasSize(2000).startsWith("IllegalStateException: xxx");
    }

    @Test
    void aFailureCutThroughACharacterIsStillText() {
        Fail fail = (Fail)
                commands.result(job, Result.giveUp("x".repeat(1999) + "😀")).command();

        assertThat(fail.error()).hasSize(2000).endsWith("x\uFFFD");
    }

    @Test
    @DisplayName("A23 whatever is said about a job carries its token")
    void token() {
        assertThat(commands.release(job).command()).isEqualTo(new Release("i", "status", TOKEN, "w1"));
        assertThat(((Fail) commands.result(job, Result.giveUp("no")).command()).token())
                .isEqualTo(TOKEN);
    }
}
