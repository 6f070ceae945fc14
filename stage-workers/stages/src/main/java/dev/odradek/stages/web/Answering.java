package dev.odradek.stages.web;

/** Answers a request. */
@FunctionalInterface
public interface Answering {
    Reply answer(Request request) throws Exception;
}
