package dev.odradek.topics.format;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.AuditRecord;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.event.TokenRecord;
import java.util.List;

/** The format of each topic's records. */
public final class Formats {
    public static final Format<CommandRecord> COMMANDS =
            new Format<>(CommandRecord.class, CommandRecord.SCHEMA, CommandRecord::schema, Json.commands());
    public static final Format<EventRecord> EVENTS =
            new Format<>(EventRecord.class, EventRecord.SCHEMA, EventRecord::schema, Json.mapper());
    public static final Format<DispatchRecord> DISPATCHES =
            new Format<>(DispatchRecord.class, DispatchRecord.SCHEMA, DispatchRecord::schema, Json.mapper());
    public static final Format<AnswerRecord> ANSWERS =
            new Format<>(AnswerRecord.class, AnswerRecord.SCHEMA, AnswerRecord::schema, Json.mapper());
    public static final Format<TimerRecord> TIMERS =
            new Format<>(TimerRecord.class, TimerRecord.SCHEMA, TimerRecord::schema, Json.mapper());
    public static final Format<HeartbeatRecord> HEARTBEATS =
            new Format<>(HeartbeatRecord.class, HeartbeatRecord.SCHEMA, HeartbeatRecord::schema, Json.mapper());
    public static final Format<NotificationRecord> NOTIFICATIONS = new Format<>(
            NotificationRecord.class, NotificationRecord.SCHEMA, NotificationRecord::schema, Json.mapper());
    public static final Format<TokenRecord> TOKENS =
            new Format<>(TokenRecord.class, TokenRecord.SCHEMA, TokenRecord::schema, Json.mapper());
    public static final Format<AuditRecord> AUDIT =
            new Format<>(AuditRecord.class, AuditRecord.SCHEMA, AuditRecord::schema, Json.mapper());

    private Formats() {}

    public static List<Format<?>> all() {
        return List.of(COMMANDS, EVENTS, DISPATCHES, ANSWERS, TIMERS, HEARTBEATS, NOTIFICATIONS, TOKENS, AUDIT);
    }
}
