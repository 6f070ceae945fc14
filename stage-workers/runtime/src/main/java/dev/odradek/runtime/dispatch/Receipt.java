package dev.odradek.runtime.dispatch;

/** What a transport waits for before it forgets a dispatch. */
@FunctionalInterface
public interface Receipt {

    /** The command log knows of this dispatch, or nobody needs it any more; a second call changes nothing. */
    void settled();

    /** The claim was refused: somebody else was faster. */
    default void refused() {}

    /** Whether the dispatch is another worker's to take. */
    default boolean helps() {
        return false;
    }
}
