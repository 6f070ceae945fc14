package dev.odradek.bench.agent;

import java.util.Map;

/** How one system is worked for and called, from a process of its own each. */
public interface Driver {

    /** Takes jobs from now on until it is closed, and tells {@code stages} of each stage that begins. */
    AutoCloseable work(Map<String, String> options, Stages stages) throws Exception;

    Caller call(Map<String, String> options) throws Exception;
}
