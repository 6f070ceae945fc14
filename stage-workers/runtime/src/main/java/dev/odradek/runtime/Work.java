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

    /**
     * By when this worker must have stopped unless a heartbeat moves it: later, somebody else may have the work.
     *
     * <p>It moves with every heartbeat the broker acknowledges, a few seconds ahead, and is never far off: not a time
     * to plan by, but one to pass on to a side effect that can be given a time-out.
     */
    Instant deadline();

    /** How far the work is, 0 to 1; it goes out with the next heartbeat. */
    void progress(double fraction, String note);

    /**
     * Whether the result no longer matters: cancelled, lost to another worker, past its {@link #deadline}, or this
     * worker is stopping.
     *
     * <p>Judged by the clock whenever it is asked, so it is true at once in a process that was stopped for too long and
     * continued: ask right before a side effect that cannot refuse an old {@link #token}. Once true it stays true.
     */
    boolean cancelled();

    /**
     * Runs {@code action} once when the work is cancelled, at once if it already is.
     *
     * <p>Past its deadline the handler's thread is interrupted as well, whether that was asked for or not.
     */
    void onCancel(Runnable action);

    /** Items to create in the same step as the completion; nothing is created unless the result is done. */
    void spawn(NewItem... items);

    /** Spawns an item with an id that is the same whenever this epoch of the work is done again. */
    String spawn(String machine, Object payload);
}
