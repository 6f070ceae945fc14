package dev.odradek.runtime;

import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** One piece of work in a handler's hands; safe to use from any thread until the handler returns. */
public interface Work {

    String tenant();

    String itemId();

    String machine();

    String axis();

    JsonNode payload();

    /** The payload as a record or bean of the caller. */
    <T> T payloadAs(Class<T> type);

    /** Which try this is, from 1. */
    int attempt();

    /** The fencing token: hand it to whatever side effect can refuse an older epoch. */
    Token token();

    /** When the lease ends unless a heartbeat extends it. */
    Instant deadline();

    /** How far the work is, 0 to 1; it goes out with the next heartbeat. */
    void progress(double fraction, String note);

    /** Whether the result no longer matters: cancelled, lost to another worker, or this worker is stopping. */
    boolean cancelled();

    /** Runs {@code action} once when the work is cancelled, at once if it already is. */
    void onCancel(Runnable action);

    /** Items to create in the same step as the completion; nothing is created unless the result is done. */
    void spawn(NewItem... items);

    /** Spawns an item with an id that is the same whenever this epoch of the work is done again. */
    String spawn(String machine, Object payload);
}
