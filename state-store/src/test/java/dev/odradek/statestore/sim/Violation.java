package dev.odradek.statestore.sim;

/** A promise of the core that a history has broken. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }

    static void unless(boolean holds, String promise, Object... about) {
        if (!holds) {
            throw new Violation(String.format(promise, about));
        }
    }
}
