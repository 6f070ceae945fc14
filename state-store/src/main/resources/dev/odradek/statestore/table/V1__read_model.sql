-- Everything here follows from the events topic and can be built again from it.
-- partition is the one an item's facts stand in, version the offset of the last fact that the row tells of:
-- both only grow, so that a fact applied twice, or late, changes nothing.

CREATE TABLE progress (
    topic        text   NOT NULL,
    partition    int    NOT NULL,
    next_offset  bigint NOT NULL,
    -- The last command whose facts are here: what a reader with a token waits for.
    cause_offset bigint NOT NULL,
    PRIMARY KEY (topic, partition)
);

CREATE TABLE machines (
    tenant     text   NOT NULL,
    machine    text   NOT NULL,
    machine_version int NOT NULL,
    definition json   NOT NULL,
    PRIMARY KEY (tenant, machine, machine_version)
);

CREATE TABLE items (
    tenant          text        NOT NULL,
    id              text        NOT NULL,
    partition       int         NOT NULL,
    machine         text        NOT NULL,
    machine_version int         NOT NULL,
    partition_key   text        NOT NULL,
    parent          text,
    payload         json        NOT NULL,
    payload_version bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    version         bigint      NOT NULL,
    PRIMARY KEY (tenant, id, partition)
) WITH (fillfactor = 80);

CREATE INDEX items_newest ON items (tenant, created_at DESC, id DESC);
CREATE INDEX items_of_machine ON items (tenant, machine, created_at DESC, id DESC);
CREATE INDEX items_of_parent ON items (tenant, parent, created_at DESC, id DESC) WHERE parent IS NOT NULL;

CREATE TABLE axes (
    tenant           text        NOT NULL,
    item_id          text        NOT NULL,
    partition        int         NOT NULL,
    axis             text        NOT NULL,
    machine          text        NOT NULL,
    state            text        NOT NULL,
    from_state       text,
    epoch            bigint      NOT NULL,
    attempts         int         NOT NULL,
    -- What it waits for: dispatched, leased, withheld, backoff, delay, outside or ended; the whole of it is in wakeup.
    phase            text        NOT NULL,
    queue            text,
    wakeup           json        NOT NULL,
    lease            json,
    holder           text,
    last_error       text,
    failure          text,
    last_command     text,
    since            timestamptz NOT NULL,
    created_at       timestamptz NOT NULL,
    version          bigint      NOT NULL,
    PRIMARY KEY (tenant, item_id, partition, axis)
) WITH (fillfactor = 80);

-- Almost every change moves an axis from one list to another: an index that few rows are in costs little.
CREATE INDEX axes_in_state ON axes (tenant, state, created_at DESC, item_id DESC);
CREATE INDEX axes_on_queue ON axes (tenant, queue, created_at DESC, item_id DESC) WHERE queue IS NOT NULL;
CREATE INDEX axes_oldest_on_queue ON axes (tenant, queue, since) WHERE phase = 'dispatched';
CREATE INDEX axes_held ON axes (tenant, holder, created_at DESC, item_id DESC) WHERE holder IS NOT NULL;
CREATE INDEX axes_failed ON axes (tenant, failure, created_at DESC, item_id DESC) WHERE failure IS NOT NULL;
CREATE INDEX axes_by_age ON axes USING brin (since);

CREATE TABLE history (
    partition    int         NOT NULL,
    event_offset bigint      NOT NULL,
    tenant       text        NOT NULL,
    entity_id    text        NOT NULL,
    type         text        NOT NULL,
    machine      text,
    axis         text,
    from_state   text,
    to_state     text,
    why          text,
    epoch        bigint,
    attempt      int,
    holder       text,
    error        text,
    command_id   text        NOT NULL,
    cause        text        NOT NULL,
    at           timestamptz NOT NULL,
    details      json,
    PRIMARY KEY (partition, event_offset)
);

CREATE INDEX history_of_entity ON history (tenant, entity_id, partition, event_offset);
CREATE INDEX history_by_age ON history USING brin (at);

-- One row per partition, so that no two writers ever wait for each other; readers add them up.
CREATE TABLE queues (
    tenant       text    NOT NULL,
    queue        text    NOT NULL,
    partition    int     NOT NULL,
    offered      bigint  NOT NULL,
    held         bigint  NOT NULL,
    waiting      bigint  NOT NULL,
    delayed      bigint  NOT NULL,
    paused       boolean NOT NULL,
    pause_reason text,
    version      bigint  NOT NULL,
    PRIMARY KEY (tenant, queue, partition)
) WITH (fillfactor = 50);

CREATE TABLE queue_minutes (
    tenant    text        NOT NULL,
    queue     text        NOT NULL,
    partition int         NOT NULL,
    minute    timestamptz NOT NULL,
    offered   bigint      NOT NULL,
    claimed   bigint      NOT NULL,
    completed bigint      NOT NULL,
    failed    bigint      NOT NULL,
    expired   bigint      NOT NULL,
    PRIMARY KEY (tenant, queue, minute, partition)
) WITH (fillfactor = 50);

CREATE INDEX queue_minutes_by_age ON queue_minutes (minute);

CREATE TABLE failures (
    tenant    text        NOT NULL,
    failure   text        NOT NULL,
    machine   text        NOT NULL,
    axis      text        NOT NULL,
    partition int         NOT NULL,
    pattern   text        NOT NULL,
    sample    text        NOT NULL,
    sample_item text      NOT NULL,
    times     bigint      NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    version   bigint      NOT NULL,
    PRIMARY KEY (tenant, failure, machine, axis, partition)
) WITH (fillfactor = 80);

CREATE INDEX failures_newest ON failures (tenant, last_at DESC);

CREATE TABLE dead_letters (
    partition        int         NOT NULL,
    letter_offset    bigint      NOT NULL,
    source_topic     text,
    source_partition int,
    source_offset    bigint,
    reason           text        NOT NULL,
    key              bytea,
    value            bytea,
    at               timestamptz NOT NULL,
    redriven_at      timestamptz,
    PRIMARY KEY (partition, letter_offset)
);

CREATE INDEX dead_letters_newest ON dead_letters (at DESC, partition DESC, letter_offset DESC);
