package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.ingest.http.ProblemException;
import dev.odradek.ingest.item.Intake;
import dev.odradek.ingest.item.Intake.Accepted;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.route.CloudEvents;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Posts what producers wrote straight to Kafka, checked as over HTTP; a batch is done when the broker has it all. */
@Component
class TriggerListener {
    private final Intake intake;
    private final JsonMapper mapper;
    private final CloudEvents describing;

    TriggerListener(Intake intake, JsonMapper mapper, Connection connection) {
        this.intake = intake;
        this.mapper = mapper;
        this.describing = CloudEvents.ofTopic(connection.plan().triggers());
    }

    /** Returns when every record is safe; throws at the first that is not, with all before it safe. */
    @KafkaListener(
            id = "triggers",
            groupId = "#{@connection.plan().prefix()}triggers",
            topics = "#{@connection.plan().triggers()}",
            containerFactory = "triggerListeners")
    void take(List<ConsumerRecord<byte[], byte[]>> records) {
        List<CompletableFuture<Accepted>> posted = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            CompletableFuture<Accepted> each = post(record);
            posted.add(each);
            if (each.isCompletedExceptionally()) {
                // Those after it come again once it is out of the way: sending them now would be in vain.
                break;
            }
        }
        for (int i = 0; i < posted.size(); i++) {
            try {
                posted.get(i).join();
            } catch (CompletionException | CancellationException e) {
                throw new BatchListenerFailedException("a trigger was not posted", cause(e), records.get(i));
            }
        }
    }

    private CompletableFuture<Accepted> post(ConsumerRecord<byte[], byte[]> record) {
        try {
            TopicTrigger trigger = TopicTrigger.read(record, mapper);
            NewItem item = intake.draft(trigger.tenant(), trigger.item());
            String at = record.partition() + ":" + record.offset();
            CommandRecord create = CommandRecord.of(
                    trigger.tenant(),
                    Ids.derived("triggers", record.topic(), at, String.valueOf(record.timestamp())),
                    item.ownKey(),
                    new Create(item, null));
            byte[] subject = (trigger.tenant() + "/" + item.itemId()).getBytes(UTF_8);
            Headers headers = describing.headers(at, create.command(), subject, record.timestamp());
            return intake.post(create, item, headers);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What passes by itself is tried again; anything else will be no better next time. */
    private static Exception cause(RuntimeException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof BadTriggerException bad) {
            return bad;
        }
        if (cause instanceof ProblemException problem) {
            return problem.problem().isPassing()
                    ? problem
                    : new BadTriggerException(problem.problem().code() + ": " + problem.detail());
        }
        return cause instanceof CancellationException stopping
                ? stopping
                : new BadTriggerException("internal: " + cause);
    }
}
