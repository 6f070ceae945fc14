package dev.odradek.topics.route;

import static dev.odradek.topics.RealBroker.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.RealBroker;
import dev.odradek.topics.TopicMismatchException;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswerReaderIT {
    private static final String ME = "asker-me";

    private final Connection connection = RealBroker.withTopics();
    private final KafkaProducer<byte[], byte[]> core = RealBroker.producer(connection, Map.of());
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        core.close();
    }

    @Test
    void whatIsSentRightAfterTheStartIsHeardAndWhatWasSentBeforeIsNot() {
        send(core, ME, "0:1:0");
        core.flush();

        try (AnswerReader reader = AnswerReader.start(connection, ME, this::note)) {
            send(core, ME, "0:2:0");

            eventually(() -> assertThat(heard).containsExactly("0:2:0"));
        }
    }

    @Test
    void whatIsNotAboveTheHighestCauseOfItsPartitionIsDropped() {
        try (AnswerReader reader = AnswerReader.start(connection, ME, this::note)) {
            for (String cause :
                    List.of("0:5:0", "0:5:1", "0:5:0", "0:5:1", "0:4:9", "1:1:0", "0:6:0", "1:1:0", "2:9:9")) {
                send(core, ME, cause);
            }

            eventually(() -> assertThat(heard).containsExactly("0:5:0", "0:5:1", "1:1:0", "0:6:0", "2:9:9"));
        }
    }

    @Test
    void anAbortedTransactionIsHeardAtOnceAndItsReplayIsNot() {
        Map<String, String> transactional = Map.of("transactional.id", "core-" + Ids.fresh());
        try (KafkaProducer<byte[], byte[]> store = RealBroker.producer(connection, transactional);
                AnswerReader reader = AnswerReader.start(connection, ME, this::note)) {
            store.initTransactions();
            store.beginTransaction();
            send(store, ME, "0:1:0");
            store.flush();
            eventually(() -> assertThat(heard).containsExactly("0:1:0"));
            store.abortTransaction();

            store.beginTransaction();
            send(store, ME, "0:1:0");
            send(store, ME, "0:1:1");
            store.commitTransaction();

            eventually(() -> assertThat(heard).containsExactly("0:1:0", "0:1:1"));
        }
    }

    @Test
    void answersToOthersOnTheSameSlotAreNotHeard() {
        try (AnswerReader reader = AnswerReader.start(connection, ME, this::note)) {
            send(core, "asker-other", "0:1:0");
            send(core, ME, "0:2:0");

            eventually(() -> assertThat(heard).containsExactly("0:2:0"));
        }
    }

    @Test
    void anUnreadableAnswerAndAFailingListenerStopNobody() {
        try (AnswerReader reader = AnswerReader.start(connection, ME, answer -> {
            note(answer);
            throw new IllegalStateException("a listener's fault");
        })) {
            core.send(new ProducerRecord<>(
                    connection.plan().answers(), slot(), null, "garbage".getBytes(StandardCharsets.UTF_8)));
            core.send(new ProducerRecord<>(connection.plan().answers(), slot(), null, null));
            send(core, ME, "0:1:0");
            send(core, ME, "0:2:0");

            eventually(() -> assertThat(heard).containsExactly("0:1:0", "0:2:0"));
        }
    }

    @Test
    void anAskersSlotIsOneOfThePlan() {
        assertThat(slot()).isBetween(0, connection.plan().slots() - 1);
        assertThat(AnswerReader.slot(connection, ME)).isEqualTo(slot());
    }

    @Test
    void withoutItsTopicItDoesNotStart() {
        Connection noTopics = RealBroker.connection();

        assertThatThrownBy(() -> AnswerReader.start(noTopics, ME, this::note))
                .isInstanceOf(TopicMismatchException.class)
                .hasMessage("The topic " + noTopics.plan().answers()
                        + " is not there; start a state-store, which creates it, or check odradek.prefix.");
    }

    @Test
    void withAnotherNumberOfSlotsItDoesNotStart() {
        TopicPlan plan = connection.plan();
        TopicPlan other = new TopicPlan(plan.prefix(), plan.partitions(), 7, plan.maxBytes());

        assertThatThrownBy(() ->
                        AnswerReader.start(new Connection(connection.bootstrap(), other, Map.of()), ME, this::note))
                .isInstanceOf(TopicMismatchException.class)
                .hasMessage("The topic " + plan.answers()
                        + " must have 7 partitions, has 2; set odradek.answer-slots to what it has.");
    }

    private void note(AnswerRecord answer) {
        heard.add(answer.cause().toString());
    }

    private int slot() {
        return AnswerReader.slot(connection, ME);
    }

    private void send(KafkaProducer<byte[], byte[]> producer, String asker, String cause) {
        Answer applied = new Answer.Applied("item-1", "Create", 0);
        AnswerRecord answer = new AnswerRecord(1, "acme", Cause.parse(cause), asker, "command-1", applied);
        producer.send(new ProducerRecord<>(connection.plan().answers(), slot(), null, Formats.ANSWERS.write(answer)));
    }
}
