package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Lane;

/** One partition of one of a queue's lanes. */
record LanePartition(Lane lane, int partition) {}
