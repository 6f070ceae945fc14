package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Refusal;
import org.junit.jupiter.api.Test;

class LastWordsTest {
    private final Commands commands = new Commands("w", "life-1", 0);
    private final LastWords lastWords = new LastWords();
    private final Job job = Fixtures.job("i", "c1");
    private final CommandRecord completion = commands.result(job, Result.done());

    @Test
    void aRefusedCompletionBecomesAFailureOnce() {
        lastWords.remember(completion, job);

        LastWords.Subject subject =
                lastWords.after(completion.id(), Refusal.ILLEGAL_EDGE).orElseThrow();
        CommandRecord failure = commands.refused(subject, "no such edge");

        assertThat(failure.id()).isEqualTo("c1/fail");
        assertThat(failure.tenant()).isEqualTo(job.tenant());
        assertThat(failure.partitionKey()).isEqualTo(job.partitionKey());
        assertThat(failure.command())
                .isEqualTo(new ItemCommand.Fail(
                        "i", job.axis(), job.token(), "w", ItemCommand.Fail.Kind.EXCEPTION, "no such edge", null));
        assertThat(lastWords.after(completion.id(), Refusal.ILLEGAL_EDGE)).isEmpty();
    }

    @Test
    void whatIsNoMistakeOrNoCompletionIsLeftAsItIs() {
        lastWords.remember(completion, job);
        assertThat(lastWords.after(completion.id(), Refusal.ALREADY_CLAIMED)).isEmpty();
        assertThat(lastWords.after("c1", Refusal.ILLEGAL_EDGE)).isEmpty();

        CommandRecord retry = commands.result(job, Result.retry("later"));
        lastWords.remember(retry, Fixtures.job("j", "c2"));
        assertThat(lastWords.after("c2/complete", Refusal.ILLEGAL_EDGE)).isEmpty();
    }

    @Test
    void onlyTheLastAreRemembered() {
        lastWords.remember(completion, job);
        for (int i = 0; i < 10_000; i++) {
            lastWords.remember(completion, Fixtures.job("j", "other" + i));
        }

        assertThat(lastWords.after(completion.id(), Refusal.ILLEGAL_EDGE)).isEmpty();
        assertThat(lastWords.after("other0/complete", Refusal.ILLEGAL_EDGE)).isPresent();
    }
}
