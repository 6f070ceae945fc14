package dev.odradek.ingest.trigger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One webhook: who may call it, which of its calls count, and what they lead to.
 *
 * @param signature absent: only this machine itself may call it
 * @param dedup gives the id of an event, under which it counts once
 */
record TriggerDefinition(
        String name,
        String tenant,
        @Nullable Signature signature,
        @Nullable Replay replay,
        @Nullable Source dedup,
        List<Echo> respond,
        List<Source> require,
        List<Condition> ignore,
        Action action) {}
