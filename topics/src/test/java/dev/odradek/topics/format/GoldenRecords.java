package dev.odradek.topics.format;

import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.AuditRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.event.TokenRecord;
import dev.odradek.topics.machine.Mode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * One record of every type, by the name of its golden file: {@code <family>-<type>}, and {@code -bare} for the same
 * without its optional fields.
 */
final class GoldenRecords {
    static final Cause CAUSE = new Cause(3, 4_711, 2);
    static final JsonNode PAYLOAD = Json.parse("{\"title\":\"Zwirn\",\"price\":1.10,\"tags\":[],\"owner\":null}");
    static final JsonNode DEFINITION =
            Json.parse("{\"machine\":\"tasks\",\"axes\":{\"status\":{\"states\":[\"queued\",\"done\"]}}}");

    private static final Token TOKEN = new Token(7, "claim-1");
    private static final NewItem ITEM = new NewItem("item-1", "tasks", 2, "key-1", PAYLOAD, 1_500);

    private final Map<String, Golden<?>> all = new TreeMap<>();

    private GoldenRecords() {}

    /** A record and how it is written. */
    record Golden<T>(Format<T> format, T record) {
        byte[] bytes() {
            return format.write(record);
        }

        Object read(byte[] bytes) {
            return format.read(bytes);
        }

        byte[] rewritten(byte[] bytes) {
            return format.write(format.read(bytes));
        }
    }

    static Map<String, Golden<?>> all() {
        GoldenRecords records = new GoldenRecords();
        records.holdersCommands();
        records.itemCommands();
        records.otherCommands();
        records.scheduleCommands();
        records.answers();
        records.timersAndHeartbeats();
        records.dispatch();
        records.notifications();
        records.tokens();
        records.audit();
        GoldenEvents.all().forEach((name, event) -> records.all.put(name, new Golden<>(Formats.EVENTS, event)));
        return records.all;
    }

    static CommandRecord asked(Command command) {
        return CommandRecord.of("acme", "command-1", "key-1", command).askedBy(new Asker(5, "asker-1", true));
    }

    private void holdersCommands() {
        command("Claim", new ItemCommand.Claim("item-1", "status", 7, "worker-1", "claim-1"));
        command("Claim-present", new ItemCommand.Claim("item-1", "status", 7, "worker-1", "claim-1", "incarnation-1"));
        command(
                "Complete",
                new ItemCommand.Complete("item-1", "status", TOKEN, "worker-1", "done", PAYLOAD, List.of(ITEM), true));
        command(
                "Complete-bare",
                new ItemCommand.Complete("item-1", "status", TOKEN, "worker-1", null, null, List.of(), false));
        command("Fail", fail(ItemCommand.Fail.Kind.GIVE_UP, "no such repository", 2_000L));
        command("Fail-bare", fail(ItemCommand.Fail.Kind.EXCEPTION, "", null));
        command("Release", new ItemCommand.Release("item-1", "status", TOKEN, "worker-1"));
    }

    private static ItemCommand fail(ItemCommand.Fail.Kind kind, String error, Long retryAfterMs) {
        return new ItemCommand.Fail("item-1", "status", TOKEN, "worker-1", kind, error, retryAfterMs);
    }

    private void itemCommands() {
        command("Create", new ItemCommand.Create(ITEM, "item-0"));
        command("Create-bare", new ItemCommand.Create(NewItem.of("item-1", "tasks", Json.parse("{}")), null));
        command("Transition", new ItemCommand.Transition("item-1", "status", "approved", PAYLOAD));
        command("Patch", new ItemCommand.Patch("item-1", PAYLOAD));
        command("Cancel", new ItemCommand.Cancel("item-1", "no longer wanted"));
        command("Requeue", new ItemCommand.Requeue("item-1", "status"));
        command("Wake", new ItemCommand.Wake("item-1", "status", 7));
        command("Redispatch", new ItemCommand.Redispatch("item-1", "status", 7));
        command("Redispatch-untimed", new ItemCommand.Redispatch("item-1", "status", 7, 1_700_000_000_000L));
        command("Expire", new ItemCommand.Expire("item-1", "status", 7));
    }

    private void otherCommands() {
        command("Pause", new QueueCommand.Pause("tasks", "maintenance"));
        command("Resume", new QueueCommand.Resume("tasks"));
        command("Define", new PartitionCommand.Define("tasks", DEFINITION));
        command("Adopt", new PartitionCommand.Adopt("tasks", 2, DEFINITION));
        command("Level", new PartitionCommand.Level(2));
        Command level = new PartitionCommand.Level(2);
        put("command-Level-bare", Formats.COMMANDS, CommandRecord.of("acme", "command-1", "key-1", level));
    }

    private void scheduleCommands() {
        command("PutSchedule", new ScheduleCommand.PutSchedule("nightly", "0 3 * * *", "tasks", PAYLOAD, "key-1"));
        command(
                "PutSchedule-bare",
                new ScheduleCommand.PutSchedule("nightly", "@daily", "tasks", Json.parse("{}"), null));
        command("DropSchedule", new ScheduleCommand.DropSchedule("nightly"));
        command("FireSchedule", new ScheduleCommand.FireSchedule("nightly", 1_790_046_000_000L));
    }

    private void notifications() {
        put(
                "notification-Items",
                Formats.NOTIFICATIONS,
                new NotificationRecord(1, "items", "acme", "item-1", 3, 4_711, 26_738_144, 1_790_000_000_000L, false));
        put(
                "notification-Queues-snapshot",
                Formats.NOTIFICATIONS,
                new NotificationRecord(1, "queues", "acme", "tasks", 3, 4_712, 26_738_144, 1_790_000_000_000L, true));
    }

    private void tokens() {
        put(
                "token-Token",
                Formats.TOKENS,
                new TokenRecord(1, "5f0c", "9f86d081", "acme", List.of("work", "read"), "ci", 1_790_000_000_000L));
    }

    private void audit() {
        put(
                "audit-Audit",
                Formats.AUDIT,
                new AuditRecord(1, "acme", "5f0c", "POST /v1/items/{id}/cancel", "/v1/items/item-1/cancel", 200));
    }

    private void answers() {
        answer("Granted", new Answer.Granted("item-1", "status", 7, "claim-1", 2, 1_800_000));
        answer("Denied", new Answer.Denied("item-1", "Claim", Refusal.ALREADY_CLAIMED, "taken", "worker-2"));
        answer("Denied-bare", new Answer.Denied("item-1", "Claim", Refusal.STALE_TOKEN, "", null));
        answer("Applied", new Answer.Applied("tasks", "Define", 2));
        answer("Revoked", new Answer.Revoked("item-1", "status", 7, "claim-1", "cancelled"));
        answer("Reaped", new Answer.Reaped(3, 12));
    }

    private void timersAndHeartbeats() {
        CommandRecord expire = asked(new ItemCommand.Expire("item-1", "status", 7));
        timer("LeaseTimer", new Timer.LeaseTimer("worker-1", null, 1_800_000, expire));
        timer("LeaseTimer-present", new Timer.LeaseTimer("worker-1", "incarnation-1", 1_800_000, expire));
        timer("DueTimer", new Timer.DueTimer(1_790_000_000_000L, asked(new ItemCommand.Wake("item-1", "status", 7))));
        timer("Send", new Timer.Send(6, asked(new ItemCommand.Create(ITEM, "item-0"))));
        heartbeat(
                "Presence",
                new Heartbeat.Presence(
                        "worker-1",
                        "incarnation-1",
                        List.of(
                                new Heartbeat.Held("item-1", "status", 7, 0.25, "page 1 of 4"),
                                new Heartbeat.Held("item-2", "status", 1, null, null))));
        heartbeat(
                "Presence-patient",
                new Heartbeat.Presence(
                        "worker-1",
                        "incarnation-1",
                        List.of(new Heartbeat.Held("item-1", "status", 7, null, null)),
                        8_000L,
                        "fetcher"));
        heartbeat("Canary", new Heartbeat.Canary("reaper-1", 99));
        heartbeat("Sweep", new Heartbeat.Sweep("sweep-1", new Asker(5, "asker-1", true)));
    }

    private void dispatch() {
        Dispatch offered = new Dispatch(
                "item-1",
                "key-1",
                "tasks",
                2,
                "status",
                "tasks",
                7,
                3,
                Mode.EAGER,
                1_800_000,
                1_790_000_000_000L,
                PAYLOAD);
        put("dispatch-Dispatch", Formats.DISPATCHES, new DispatchRecord(1, "acme", CAUSE, offered));
    }

    private void command(String name, Command command) {
        put("command-" + name, Formats.COMMANDS, asked(command));
    }

    private void answer(String name, Answer answer) {
        put("answer-" + name, Formats.ANSWERS, new AnswerRecord(1, "acme", CAUSE, "asker-1", "command-1", answer));
    }

    private void timer(String name, Timer timer) {
        put("timer-" + name, Formats.TIMERS, new TimerRecord(1, "acme", CAUSE, timer));
    }

    private void heartbeat(String name, Heartbeat heartbeat) {
        put("heartbeat-" + name, Formats.HEARTBEATS, new HeartbeatRecord(1, "acme", heartbeat));
    }

    private <T> void put(String name, Format<T> format, T record) {
        all.put(name, new Golden<>(format, record));
    }
}
