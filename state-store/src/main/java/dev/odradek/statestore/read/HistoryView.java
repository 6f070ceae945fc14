package dev.odradek.statestore.read;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One fact of an item's history, as people and programs outside see it. */
public record HistoryView(
        long at,
        String type,
        @Nullable String axis,
        @Nullable String from,
        @Nullable String to,
        @Nullable String why,
        @Nullable Long epoch,
        @Nullable Integer attempt,
        @Nullable String holder,
        @Nullable String error,
        String commandId,
        String cause,
        @Nullable JsonNode details) {}
