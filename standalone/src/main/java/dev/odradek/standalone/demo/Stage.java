package dev.odradek.standalone.demo;

import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.Machine;
import java.util.List;

/** One step of a pipeline: the queue it works on and the states before, during and after. */
public record Stage(String queue, String from, String into, String done) {

    /** The stages of a machine with one axis, in the order of its claim rules. */
    public static List<Stage> of(Machine machine) {
        Axis axis = machine.axes().values().iterator().next();
        return axis.claims().stream()
                .map(rule -> new Stage(rule.queue(), rule.from(), rule.into(), rule.done()))
                .toList();
    }
}
