package dev.odradek.standalone.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run came to.
 *
 * @param killed the kinds of workers of which one was killed in the middle of its work
 * @param outsideCalls how often each call was carried out, by its idempotency key
 * @param lost what is not where it should be, in a sentence each
 */
public record Verdict(
        String task,
        int trophies,
        int issues,
        int pages,
        int fixes,
        int notes,
        List<String> killed,
        Map<String, Integer> outsideCalls,
        List<String> lost) {

    public Verdict {
        killed = List.copyOf(killed);
        outsideCalls = Map.copyOf(outsideCalls);
        lost = List.copyOf(lost);
    }

    /** The calls that were carried out more than once. */
    public List<String> doubled() {
        return outsideCalls.entrySet().stream()
                .filter(call -> call.getValue() != 1)
                .map(call -> call.getKey() + " (" + call.getValue() + " times)")
                .sorted()
                .toList();
    }

    public boolean isClean() {
        return lost.isEmpty() && doubled().isEmpty();
    }

    public String words() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("One bug report became 1 task, " + trophies + " trophy, " + issues + " issues, " + pages + " pages, "
                + fixes + " fixes and " + notes + " notes in the chat.");
        lines.add("Workers killed in the middle of their work: " + String.join(", ", killed) + ".");
        lines.add(outsideCalls.size() + " calls outside bore an idempotency key; more than once: "
                + (doubled().isEmpty() ? "none" : String.join(", ", doubled())) + ".");
        lines.add(
                isClean()
                        ? "Nothing was lost, and each call was made once."
                        : lost.stream().collect(Collectors.joining("\n", "This must not happen:\n", "")));
        return String.join("\n", lines);
    }
}
