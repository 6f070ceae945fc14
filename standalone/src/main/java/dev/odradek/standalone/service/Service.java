package dev.odradek.standalone.service;

import java.util.Locale;

/** A part of odradek that can run in a process of its own. */
public enum Service {
    BROKER,
    DATABASE,
    STATE_STORE,
    REAPER_JOB,
    READ_MODEL,
    INGEST;

    /** The name in commands, files and sentences. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
