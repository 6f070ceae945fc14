package dev.odradek.ingest;

import dev.odradek.topics.settings.Connection;

/** What the process around it gives to ingest. */
public record Surroundings(Connection connection, Reading reading, Operations operations) {}
