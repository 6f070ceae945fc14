package dev.odradek.statestore.table;

/** The statements that write: each takes one array per column, and leaves newer rows alone. */
final class Sql {
    static final String MACHINES = """
            INSERT INTO machines (tenant, machine, machine_version, definition)
            SELECT tenant, machine, machine_version, definition::json
            FROM unnest(?::text[], ?::text[], ?::int[], ?::text[])
                AS fresh (tenant, machine, machine_version, definition)
            ON CONFLICT DO NOTHING""";

    static final String ITEMS = """
            INSERT INTO items (tenant, id, partition, machine, machine_version, partition_key, parent, payload,
                payload_version, created_at, updated_at, version)
            SELECT tenant, id, partition, machine, machine_version, partition_key, parent, payload::json,
                payload_version, to_timestamp(created_at / 1000.0), to_timestamp(updated_at / 1000.0), version
            FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[],
                    ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
                AS fresh (tenant, id, partition, machine, machine_version, partition_key, parent, payload,
                    payload_version, created_at, updated_at, version)
            ON CONFLICT (tenant, id, partition) DO UPDATE SET
                machine = excluded.machine,
                machine_version = excluded.machine_version,
                partition_key = excluded.partition_key,
                parent = excluded.parent,
                payload = excluded.payload,
                payload_version = excluded.payload_version,
                created_at = excluded.created_at,
                updated_at = excluded.updated_at,
                version = excluded.version
            WHERE items.version < excluded.version""";

    static final String TOUCHED = """
            UPDATE items SET
                payload = coalesce(fresh.payload::json, items.payload),
                payload_version = coalesce(fresh.payload_version, items.payload_version),
                updated_at = to_timestamp(fresh.updated_at / 1000.0),
                version = fresh.version
            FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
                AS fresh (tenant, id, partition, payload, payload_version, updated_at, version)
            WHERE items.tenant = fresh.tenant AND items.id = fresh.id AND items.partition = fresh.partition
                AND items.version < fresh.version""";

    static final String AXES = """
            INSERT INTO axes (tenant, item_id, partition, axis, machine, state, from_state, epoch, attempts, phase,
                queue, wakeup, lease, holder, last_error, failure, last_command, since, created_at, version)
            SELECT tenant, item_id, partition, axis, machine, state, from_state, epoch, attempts, phase,
                queue, wakeup::json, lease::json, holder, last_error, failure, last_command,
                to_timestamp(since / 1000.0), to_timestamp(created_at / 1000.0), version
            FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[],
                    ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::bigint[], ?::bigint[], ?::bigint[])
                AS fresh (tenant, item_id, partition, axis, machine, state, from_state, epoch, attempts, phase,
                    queue, wakeup, lease, holder, last_error, failure, last_command, since, created_at, version)
            ON CONFLICT (tenant, item_id, partition, axis) DO UPDATE SET
                machine = excluded.machine,
                state = excluded.state,
                from_state = excluded.from_state,
                epoch = excluded.epoch,
                attempts = excluded.attempts,
                phase = excluded.phase,
                queue = excluded.queue,
                wakeup = excluded.wakeup,
                lease = excluded.lease,
                holder = excluded.holder,
                last_error = excluded.last_error,
                failure = excluded.failure,
                last_command = excluded.last_command,
                since = excluded.since,
                version = excluded.version
            WHERE axes.version < excluded.version""";

    static final String QUEUES = """
            INSERT INTO queues (tenant, queue, partition, offered, held, waiting, delayed, paused, pause_reason,
                version)
            SELECT tenant, queue, partition, offered, held, waiting, delayed, false, null, version
            FROM unnest(?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                    ?::bigint[])
                AS fresh (tenant, queue, partition, offered, held, waiting, delayed, version)
            ON CONFLICT (tenant, queue, partition) DO UPDATE SET
                offered = queues.offered + excluded.offered,
                held = queues.held + excluded.held,
                waiting = queues.waiting + excluded.waiting,
                delayed = queues.delayed + excluded.delayed,
                version = excluded.version
            WHERE queues.version < excluded.version""";

    /** After the counts, which leave a pause as it is. */
    static final String PAUSES = """
            UPDATE queues SET paused = fresh.paused, pause_reason = fresh.pause_reason
            FROM unnest(?::text[], ?::text[], ?::int[], ?::boolean[], ?::text[])
                AS fresh (tenant, queue, partition, paused, pause_reason)
            WHERE queues.tenant = fresh.tenant AND queues.queue = fresh.queue
                AND queues.partition = fresh.partition""";

    static final String MINUTES = """
            INSERT INTO queue_minutes (tenant, queue, partition, minute, offered, claimed, completed, failed, expired)
            SELECT tenant, queue, partition, to_timestamp(minute / 1000.0), offered, claimed, completed, failed, expired
            FROM unnest(?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                    ?::bigint[], ?::bigint[])
                AS fresh (tenant, queue, partition, minute, offered, claimed, completed, failed, expired)
            ON CONFLICT (tenant, queue, minute, partition) DO UPDATE SET
                offered = queue_minutes.offered + excluded.offered,
                claimed = queue_minutes.claimed + excluded.claimed,
                completed = queue_minutes.completed + excluded.completed,
                failed = queue_minutes.failed + excluded.failed,
                expired = queue_minutes.expired + excluded.expired""";

    static final String FAILURES = """
            INSERT INTO failures (tenant, failure, machine, axis, partition, pattern, sample, sample_item, times,
                first_at, last_at, version)
            SELECT tenant, failure, machine, axis, partition, pattern, sample, sample_item, times,
                to_timestamp(first_at / 1000.0), to_timestamp(last_at / 1000.0), version
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[],
                    ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
                AS fresh (tenant, failure, machine, axis, partition, pattern, sample, sample_item, times,
                    first_at, last_at, version)
            ON CONFLICT (tenant, failure, machine, axis, partition) DO UPDATE SET
                sample = excluded.sample,
                sample_item = excluded.sample_item,
                times = failures.times + excluded.times,
                last_at = excluded.last_at,
                version = excluded.version
            WHERE failures.version < excluded.version""";

    private Sql() {}
}
