package dev.odradek.topics.machine;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an item can be and how it gets there: one or more axes that never touch each other. */
public record Machine(String name, SortedMap<String, Axis> axes) {
    public static final String DEFAULT_AXIS = "status";

    public Machine {
        axes = Collections.unmodifiableSortedMap(new TreeMap<>(axes));
    }

    public List<ClaimRule> claims() {
        return axes.values().stream().flatMap(axis -> axis.claims().stream()).toList();
    }
}
