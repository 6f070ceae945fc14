package dev.odradek.runtime;

/** Does one piece of work; whatever it throws fails the item as the machine's claim rule says. */
@FunctionalInterface
public interface Handler {
    Result handle(Work work) throws Exception;
}
