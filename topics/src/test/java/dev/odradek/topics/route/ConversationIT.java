package dev.odradek.topics.route;

import static dev.odradek.topics.RealBroker.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.RealBroker;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConversationIT {
    private static final ItemCommand CANCEL = new ItemCommand.Cancel("item-1", null);

    private final Connection connection = RealBroker.withTopics();

    @Test
    void everyQuestionHasItsOwnAnswer() throws Exception {
        try (EchoCore core = new EchoCore(connection);
                Conversation conversation = new Conversation(connection)) {
            List<CompletableFuture<Answer>> asked = IntStream.range(0, 50)
                    .mapToObj(i -> conversation.ask("acme", "item-" + i, new ItemCommand.Cancel("item-" + i, null)))
                    .toList();

            for (int i = 0; i < asked.size(); i++) {
                int home = Routing.partition("acme", "item-" + i, 3);
                assertThat(asked.get(i).get(20, TimeUnit.SECONDS))
                        .isEqualTo(new Answer.Applied("partition-" + home, "Cancel", 0));
            }
        }
    }

    @Test
    void aQuestionToAllIsAnsweredInTheOrderOfThePartitions() throws Exception {
        try (EchoCore core = new EchoCore(connection);
                Conversation conversation = new Conversation(connection)) {
            List<Answer> answers = conversation
                    .askAll("acme", "tasks", new QueueCommand.Pause("tasks", null))
                    .get(20, TimeUnit.SECONDS);

            assertThat(answers)
                    .extracting(answer -> ((Answer.Applied) answer).entityId())
                    .containsExactly("partition-0", "partition-1", "partition-2");
        }
    }

    @Test
    void anOversizedQuestionIsRefusedInOneSentenceAndNeverSent() {
        try (Conversation conversation = new Conversation(connection)) {
            ItemCommand large = new ItemCommand.Patch("item-1", Json.parse("\"" + "x".repeat(70_000) + "\""));

            CompletableFuture<Answer> answer = conversation.ask("acme", "item-1", large);

            assertThatThrownBy(answer::join)
                    .hasCauseInstanceOf(TooLargeException.class)
                    .hasMessageContaining("bytes, but at most 64512 are allowed; store large data elsewhere and post a"
                            + " reference, or raise odradek.max-bytes.");
        }
        assertThat(inTheLog()).isZero();
    }

    @Test
    void halfACharacterIsRefusedAndNeverSentUnlessTheCoreItselfWantsItSent() throws Exception {
        ItemCommand broken = new ItemCommand.Patch("item-1", Json.parse("{\"a\": \"x\\ud83d\"}"));
        try (Conversation conversation = new Conversation(connection)) {
            assertThatThrownBy(conversation.ask("acme", "item-1", broken)::join)
                    .hasCauseInstanceOf(BrokenTextException.class)
                    .hasMessageContaining("half a character");
            assertThatThrownBy(conversation.ask("acme", "key-\uD83D", CANCEL)::join)
                    .hasCauseInstanceOf(BrokenTextException.class);
        }
        assertThat(inTheLog()).isZero();

        try (CommandWriter writer = CommandWriter.ofFollowUps(connection)) {
            writer.send(CommandRecord.of("acme", "c", "item-1", broken)).get(20, TimeUnit.SECONDS);
        }
        assertThat(inTheLog()).isOne();
    }

    @Test
    void theLargestCommandThatIsAllowedIsTakenByTheBroker() throws Exception {
        try (CommandWriter writer = new CommandWriter(connection)) {
            CommandWriter.Written written = writer.send(patchOf(64_512)).get(20, TimeUnit.SECONDS);

            assertThat(written.partition()).isEqualTo(Routing.partition("acme", "item-1", 3));
            assertThat(written.timestamp()).isPositive();
            assertThatThrownBy(() -> writer.send(patchOf(64_513)).join()).hasCauseInstanceOf(TooLargeException.class);
        }
    }

    @Test
    void aQuestionTooDeepToBeReadIsRefusedInTheSameWay() {
        try (Conversation conversation = new Conversation(connection)) {
            ItemCommand deep = new ItemCommand.Patch("item-1", Json.parse("[".repeat(450) + "]".repeat(450)));

            assertThat(conversation.ask("acme", "item-1", deep)).isCompletedExceptionally();
        }
        assertThat(inTheLog()).isZero();
    }

    @Test
    void closingCancelsWhatIsStillUnanswered() {
        Conversation conversation = new Conversation(connection);
        CompletableFuture<Answer> unanswered = conversation.ask("acme", "item-1", CANCEL);
        eventually(() -> assertThat(inTheLog()).isOne());

        conversation.close();

        assertThat(unanswered).isCancelled();
    }

    @Test
    void askingAfterTheCloseFailsAtOnce() {
        Conversation conversation = new Conversation(connection);
        conversation.close();

        assertThat(conversation.ask("acme", "item-1", CANCEL)).isCompletedExceptionally();
    }

    private long inTheLog() {
        return IntStream.range(0, 3)
                .mapToLong(
                        p -> RealBroker.endOffset(connection, connection.plan().commands(), p))
                .sum();
    }

    /** A command whose key and value have {@code size} bytes. */
    private static CommandRecord patchOf(int size) {
        int empty = Formats.COMMANDS.write(patch("")).length + "item-1".length();
        return patch("x".repeat(size - empty));
    }

    private static CommandRecord patch(String text) {
        return CommandRecord.of(
                "acme", "command-1", "item-1", new ItemCommand.Patch("item-1", Json.parse("\"" + text + "\"")));
    }
}
