package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything the reaper writes. What is not taken is sent again by the timer it came from, which is still there. */
public final class Post implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Post.class);

    private final TopicPlan plan;
    private final ReaperMeters meters;
    private final CommandWriter commands;
    private final KafkaProducer<byte[], byte[]> others;
    private final AtomicBoolean failing = new AtomicBoolean();

    public Post(Connection connection, ReaperMeters meters) {
        this.plan = connection.plan();
        this.meters = meters;
        this.commands = CommandWriter.ofFollowUps(connection);
        this.others = new KafkaProducer<>(properties(connection), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Sends what falls due in one partition. */
    Box from(int partition) {
        return new Box(partition);
    }

    /** The way out of one partition's timers. */
    final class Box implements Reaper.Sender {
        private final int partition;

        private Box(int partition) {
            this.partition = partition;
        }

        @Override
        public void send(String slot, TimerRecord timer, long due) {
            meters.sent(timer.timer().command().command().type());
            if (timer.timer() instanceof Timer.Send send) {
                forward(slot, send);
            } else {
                commands.send(timer.timer().command()).whenComplete((written, failure) -> {
                    if (failure != null) {
                        complain(failure);
                    } else {
                        meters.late(Math.max(0, written.timestamp() - due));
                    }
                });
            }
        }

        /** A follow-up is done with once it is safe: until then its slot keeps it. */
        private void forward(String slot, Timer.Send send) {
            commands.send(send.partition(), send.command()).whenComplete((written, failure) -> {
                if (failure == null) {
                    write(new ProducerRecord<>(plan.timers(), partition, slot.getBytes(UTF_8), null));
                } else {
                    complain(failure);
                }
            });
        }
    }

    void canary(int partition, String writer, long seq) {
        Heartbeat canary = new Heartbeat.Canary(writer, seq);
        HeartbeatRecord record = new HeartbeatRecord(HeartbeatRecord.SCHEMA, "odradek", canary);
        write(new ProducerRecord<>(plan.heartbeats(), partition, null, Formats.HEARTBEATS.write(record)));
    }

    /** The cause lies beyond the partitions of the core, so that nobody takes it for one of its answers. */
    void answer(String tenant, int partition, long offset, Heartbeat.Sweep sweep, Answer answer) {
        Cause cause = new Cause(plan.partitions() + partition, offset, 0);
        AnswerRecord record = new AnswerRecord(
                AnswerRecord.SCHEMA, tenant, cause, sweep.asker().id(), sweep.id(), answer);
        int slot = Math.floorMod(sweep.asker().slot(), plan.slots());
        byte[] key = sweep.asker().id().getBytes(UTF_8);
        write(new ProducerRecord<>(plan.answers(), slot, key, Formats.ANSWERS.write(record)));
    }

    private void write(ProducerRecord<byte[], byte[]> record) {
        try {
            others.send(record, (metadata, failure) -> {
                if (failure != null) {
                    complain(failure);
                } else if (failing.compareAndSet(true, false)) {
                    LOG.atInfo().log("the broker takes records again");
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            complain(e);
        }
    }

    /** Only the first in a row is said aloud: an outage is no flood. */
    private void complain(Throwable failure) {
        meters.unsent();
        if (failing.compareAndSet(false, true)) {
            LOG.atWarn().log("the broker did not take a record, it is sent again later: {}", failure + "");
        } else {
            LOG.atDebug().log("the broker did not take another record: {}", failure + "");
        }
    }

    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // A canary proves the time of its writing; one that is seconds late proves nothing, the next one does.
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 3_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        // It is written on the stream thread, which must not stand still with the broker.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 500);
        // After an outage the canaries must not come much later, nor much sooner, than the workers' heartbeats.
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2_000);
        return properties;
    }

    @Override
    public void close() {
        commands.close();
        others.close(Duration.ofSeconds(5));
    }
}
