package dev.odradek.stages.bench;

/** Hears when a worker reaches a point at which a crash would hurt most; drills are held there. */
@FunctionalInterface
public interface Moments {
    /** Nobody listens. */
    Moments UNHEARD = (moment, itemId) -> {};

    void reached(Moment moment, String itemId) throws InterruptedException;

    /** The points, in the order of the pipeline. */
    enum Moment {
        /** The task is taken; no agent has been asked. */
        TASK_TAKEN,
        /** The task says which version its agent has; what the agent did is kept nowhere yet. */
        VERSION_NOTED,
        /** The agent has answered; no trophy is there yet, and the task is still running. */
        AGENT_ANSWERED,
        /** Some issues have their evidence, others not yet. */
        HALF_THE_ISSUES_WRITTEN,
        /** The page is there; nobody has written down its id. */
        PAGE_WRITTEN,
        /** The issue is approved; the page does not know it yet. */
        ISSUE_APPROVED,
        /** The fixer has begun; nobody has written that down. */
        FIX_LAUNCHED,
        /** The binary is kept; the build is not ready yet. */
        BINARY_KEPT
    }
}
