package dev.odradek.ingest.claim;

/** What a queue offers to one tenant on one axis: as much of it is kept as of any other, however long they are. */
record Line(String tenant, String axis) {}
