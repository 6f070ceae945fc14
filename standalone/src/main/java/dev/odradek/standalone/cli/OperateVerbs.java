package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.ReadClient;
import dev.odradek.standalone.client.ReapNow;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** The verbs about the whole of it. */
final class OperateVerbs {
    /** A pass over everything takes its time, and looks twice at what seems amiss. */
    private static final Duration CHECK_PATIENCE = Duration.ofMinutes(10);

    private OperateVerbs() {}

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Find the record or timer behind every axis, of every tenant, that has not ended.",
            footer = {
                "",
                "Exit code 1 names each axis that nothing will move. It is done all the time by itself;",
                "the metric is odradek_items_without_wakeup.",
                "",
                "Examples:",
                "  ./odradek check",
                "  ./odradek check --json"
            })
    static int check(@Mixin Common common) {
        JsonNode checked = new ReadClient(common.whereabouts().readsUrl()).get("/v1/check", Map.of(), CHECK_PATIENCE);
        common.out().show(checked, () -> CheckText.of(checked));
        if (!checked.path("without_wakeup").isEmpty()) {
            return Exit.REFUSED.code();
        }
        boolean blind = checked.path("checked").asLong() == 0
                && checked.path("not_checked").asLong() > 0;
        return blind ? Exit.NOT_THERE.code() : Exit.OK.code();
    }

    @Command(
            name = "reap",
            mixinStandardHelpOptions = true,
            description = "Take back at once every lease that has run out, and do whatever else is due.",
            footer = {
                "",
                "The reaper-job does this by itself all the time; this forces it now, for every tenant.",
                "",
                "Examples:",
                "  ./odradek reap",
                "  ./odradek reap --json"
            })
    static int reap(@Mixin Common common) {
        long reaped = ReapNow.on(common.whereabouts().connection(), common.tenant());
        common.out()
                .show(Map.of("reaped", reaped), () -> "Took back " + CheckText.count(reaped, "lease", "leases") + ".");
        return Exit.OK.code();
    }

    @Command(
            name = "raise-level",
            mixinStandardHelpOptions = true,
            description = "Have every partition decide as this version does.",
            footer = {
                "",
                "Only when every state-store instance runs this version or a later one: an older instance stops",
                "when it reads a level it does not know. It cannot be taken back. Where ./odradek up runs its own",
                "broker, and on a log that nobody has written yet, this is done at the start.",
                "",
                "Examples:",
                "  ./odradek raise-level",
                "  ./odradek raise-level --bootstrap kafka-1:9092 --json"
            })
    static int raiseLevel(@Mixin Common common) {
        int newest = Core.NEWEST_LEVEL;
        List<Answer> answers;
        try (Asking asking = common.ask()) {
            answers = asking.askAll("odradek", "level", new Level(newest));
        }
        List<Integer> raised = new ArrayList<>();
        List<String> already = new ArrayList<>();
        for (int partition = 0; partition < answers.size(); partition++) {
            if (!(answers.get(partition) instanceof Denied denied)) {
                raised.add(partition);
            } else if (denied.reason() == Refusal.OLD_LEVEL) {
                already.add("Partition " + partition + ": " + denied.message() + ".");
            } else {
                throw Denials.complaint(denied);
            }
        }
        common.out().show(Map.of("level", newest, "raised", raised), () -> levels(newest, raised, already));
        return Exit.OK.code();
    }

    private static String levels(int newest, List<Integer> raised, List<String> already) {
        if (raised.isEmpty()) {
            return "All " + already.size() + " partitions decide at level " + newest + " or above already.";
        }
        List<String> lines = new ArrayList<>(already);
        raised.forEach(partition -> lines.add(
                "Partition " + partition + ": this partition was below and decides at level " + newest + " now."));
        return String.join("\n", lines);
    }
}
