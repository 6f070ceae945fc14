package dev.odradek.standalone.cli;

import dev.odradek.statestore.rehearse.EndState;
import dev.odradek.statestore.rehearse.First;
import dev.odradek.statestore.rehearse.ItemDifference;
import dev.odradek.statestore.rehearse.ItemDifference.AxisEnd;
import dev.odradek.statestore.rehearse.Proposal;
import dev.odradek.statestore.rehearse.Tally;
import dev.odradek.statestore.replay.Replay;
import dev.odradek.statestore.replay.Summary;
import dev.odradek.topics.format.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;

/** What a rehearsal has found, in words or as one JSON document. */
record RehearseText(Proposal proposal, Instant since, Summary summary) {

    void print(Out out, Replay replay, long most) {
        Tally tally = summary.tally();
        out.say("Rehearsed " + CheckText.count(tally.commands(), "command", "commands") + " since " + since + " with "
                + (summary.version() == 0
                        ? "a first version of machine "
                        : "another definition in place of version " + summary.version() + " of machine ")
                + proposal.machine() + "; nothing was written.");
        notes(out, tally);
        out.say(CheckText.count(tally.itemsTouched(), "item was", "items were") + " touched: "
                + CheckText.count(tally.itemsSame(), "goes", "go") + " the same way, "
                + CheckText.count(tally.itemsOtherTimes(), "goes", "go") + " the same way with other times, "
                + CheckText.count(tally.itemsDifferent(), "goes", "go") + " another way.");
        replay.differences(most, each -> out.say(line(each)));
        if (tally.itemsDifferent() > most) {
            out.say("These are the first " + most + " by id; --limit shows more, --json all.");
        }
    }

    private void notes(Out out, Tally tally) {
        summary.cutAt()
                .ifPresent(at -> out.say("Commands are kept in full only from " + at
                        + " on; what is kept of the time before was rehearsed too."));
        if (tally.definitionsLeftOut() > 0) {
            out.say(CheckText.count(
                            tally.definitionsLeftOut(),
                            "command within that time gives it another definition and is",
                            "commands within that time give it another definition and are")
                    + " left out.");
        }
        if (summary.undecided() > 0) {
            out.say(CheckText.count(summary.undecided(), "command at the end is", "commands at the end are")
                    + " not decided yet and left out.");
        }
        First other = tally.others().first();
        if (other != null) {
            out.say(CheckText.count(tally.others().count(), "command", "commands")
                    + " about schedules or queues would have led elsewhere; the first: " + parting(other));
        }
    }

    private static String line(ItemDifference item) {
        List<AxisEnd> moved = item.axes().stream()
                .filter(axis -> !Objects.equals(axis.recorded(), axis.rehearsed()))
                .toList();
        String ends = moved.isEmpty()
                ? "ends the same, on another way"
                : moved.stream()
                        .map(axis -> axis.axis() + " " + end(axis.recorded()) + ", rehearsed " + end(axis.rehearsed()))
                        .collect(Collectors.joining("; "));
        String later = item.refused() == 0
                ? ""
                : " " + CheckText.count(item.refused(), "later command", "later commands")
                        + " would have been refused.";
        return "Item " + item.id() + ": " + ends + ". It parts at " + parting(item.first()) + later;
    }

    private static String parting(First first) {
        return first.type() + " " + first.command() + " of " + Instant.ofEpochMilli(first.at()) + ": recorded "
                + first.recorded() + "; rehearsed " + first.rehearsed() + ".";
    }

    private static String end(@Nullable EndState at) {
        if (at == null) {
            return "is not there";
        }
        String attempts = at.attempts() > 1 ? " after " + at.attempts() + " attempts" : "";
        return (at.ended() ? "ended as " : "stands in ") + at.state() + attempts;
    }

    /** Item by item, for there may be more of them than memory holds. */
    void writeJson(PrintWriter writer, Replay replay, long most) {
        Tally tally = summary.tally();
        try (JsonGenerator json = Json.mapper()
                .writerWithDefaultPrettyPrinter()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .createGenerator(writer)) {
            json.writeStartObject();
            json.writeStringProperty("tenant", proposal.tenant());
            json.writeStringProperty("machine", proposal.machine());
            json.writeNumberProperty("version", summary.version());
            json.writeNumberProperty("since", since.toEpochMilli());
            summary.cutAt().ifPresent(at -> json.writeNumberProperty("complete_from", at.toEpochMilli()));
            json.writeNumberProperty("commands", tally.commands());
            json.writeNumberProperty("definitions_left_out", tally.definitionsLeftOut());
            json.writeNumberProperty("undecided", summary.undecided());
            json.writeObjectPropertyStart("items");
            json.writeNumberProperty("touched", tally.itemsTouched());
            json.writeNumberProperty("same", tally.itemsSame());
            json.writeNumberProperty("other_times", tally.itemsOtherTimes());
            json.writeNumberProperty("different", tally.itemsDifferent());
            json.writeEndObject();
            json.writePOJOProperty("others", tally.others());
            json.writeArrayPropertyStart("differences");
            replay.differences(most, json::writePOJO);
            json.writeEndArray();
            json.writeEndObject();
        }
        writer.println();
        writer.flush();
    }
}
