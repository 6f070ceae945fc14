package dev.odradek.ingest;

import org.jspecify.annotations.Nullable;

/** Answers reads: lists from the read model, single items from whoever knows. It may wait, but not for long. */
@FunctionalInterface
public interface Reading {
    /** The path and query as they came, but that the query names the tenant. */
    Answered get(String rawPath, @Nullable String rawQuery);

    /** What is sent back as it is. */
    record Answered(int status, String contentType, String body) {}
}
