package dev.odradek.stages.bench.build;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/** What a day's cycle gives the agent to do. */
final class CronTasks {
    private static final String BETWEEN = "\\|\\|";
    private static final List<String> ROTATION = List.of(
            "Write a function that extracts a resume into a class, and test it.",
            "Classify support tickets by an enum, and handle what fits none.",
            "Stream a partial answer into a list of classes.",
            "Describe a tool with a union of classes, and call it.",
            "Retry a function with a fallback client.");

    private CronTasks() {}

    /** All that {@code told} names, parted by {@code ||}; if it names none, the day's own. */
    static List<String> of(String told, LocalDate day) {
        List<String> named = Arrays.stream(told.split(BETWEEN))
                .map(String::strip)
                .filter(prompt -> !prompt.isEmpty())
                .toList();
        return named.isEmpty() ? List.of(ROTATION.get(Math.floorMod(day.toEpochDay(), ROTATION.size()))) : named;
    }
}
