package dev.odradek.standalone.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What a check has found, in words. */
final class CheckText {
    private CheckText() {}

    static String of(JsonNode checked) {
        JsonNode missing = checked.path("without_wakeup");
        long more = checked.path("more").asLong();
        String looked = "Checked " + count(checked.path("checked").asLong(), "axis", "axes");
        String unasked = unasked(checked.path("not_checked").asLong());
        if (missing.isEmpty()) {
            return looked + ": each has the record or timer that moves it next." + unasked;
        }
        return missing.values().stream().map(CheckText::line).collect(Collectors.joining("\n")) + "\n" + looked + ": "
                + count(missing.size() + more, "has nothing that moves it", "have nothing that moves them") + " next"
                + (more > 0 ? " (the first " + missing.size() + " are listed)" : "")
                + ". ./odradek expire moves on what is held, ./odradek requeue what waits for its time, and a worker"
                + " what is offered; report it." + unasked;
    }

    /** A number with its noun, as people write it. */
    static String count(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d", number) + " " + (number == 1 ? one : many);
    }

    private static String line(JsonNode each) {
        return "Item " + each.path("id").asString() + " of tenant "
                + each.path("tenant").asString() + ", axis " + each.path("axis").asString() + " in "
                + each.path("state").asString() + ", waits for "
                + each.path("reason").asString() + "; found: "
                + each.path("found").asString() + ".";
    }

    private static String unasked(long number) {
        return number == 0
                ? ""
                : " " + count(number, "axis was", "axes were")
                        + " not checked, for no reaper-job of the same process answered for the partition.";
    }
}
