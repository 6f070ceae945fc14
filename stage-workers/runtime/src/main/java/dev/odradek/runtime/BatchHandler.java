package dev.odradek.runtime;

import java.util.List;

/** Does several pieces of work in one call, one result each in the same order; an exception fails them all. */
@FunctionalInterface
public interface BatchHandler {
    List<Result> handleAll(List<Work> works) throws Exception;
}
