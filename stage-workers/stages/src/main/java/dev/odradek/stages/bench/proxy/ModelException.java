package dev.odradek.stages.bench.proxy;

/** The model refused, or kept failing. */
final class ModelException extends Exception {
    ModelException(String message) {
        super(message);
    }
}
