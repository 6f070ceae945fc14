package dev.odradek.runtime.dispatch;

/** Brings dispatches to a desk until it is stopped. */
public interface Intake {

    /** Runs on the caller's thread until {@link #stop}; no failure of the broker ends it. */
    void run();

    /** Takes nothing more; what was not handed in goes back. */
    void stop();
}
