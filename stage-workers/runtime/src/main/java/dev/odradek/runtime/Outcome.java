package dev.odradek.runtime;

/** Where handlers' results go. */
interface Outcome {
    void returned(Job job, Result result);

    void threw(Job job, Throwable failure);
}
