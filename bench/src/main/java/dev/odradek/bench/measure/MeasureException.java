package dev.odradek.bench.measure;

import java.nio.file.Path;

/** Why a system could not be measured, in a sentence; it becomes the reason why its row is skipped. */
public final class MeasureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MeasureException(String what, Path log) {
        super(what + "; its log is " + log);
    }

    public MeasureException(String what, Throwable cause) {
        super(what, cause);
    }

    public MeasureException(String what) {
        super(what);
    }
}
