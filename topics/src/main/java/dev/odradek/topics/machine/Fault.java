package dev.odradek.topics.machine;

/** One thing wrong with a definition, and where. */
public record Fault(String path, String message) {
    @Override
    public String toString() {
        return path + ": " + message;
    }
}
