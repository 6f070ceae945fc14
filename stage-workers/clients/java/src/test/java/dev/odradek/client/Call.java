package dev.odradek.client;

import tools.jackson.databind.JsonNode;

/**
 * A request that arrived at the fake.
 *
 * @param verb the last part of its path: claim, heartbeat, complete, fail, release, beat, events
 * @param subject the part before: the queue, the claim or the worker
 */
record Call(String verb, String subject, JsonNode body, String authorization, long nanos) {}
