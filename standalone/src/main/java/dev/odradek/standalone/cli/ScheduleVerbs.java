package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Denials;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.Payloads;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.command.ScheduleCommand.DropSchedule;
import dev.odradek.topics.command.ScheduleCommand.PutSchedule;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.schedule.BadCronException;
import dev.odradek.topics.schedule.Cron;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The verbs about schedules. */
final class ScheduleVerbs {
    private ScheduleVerbs() {}

    @Command(
            name = "schedule",
            mixinStandardHelpOptions = true,
            description = "Post an item whenever a cron expression fires, in UTC; the same name again replaces it.",
            footer = {
                "",
                "The five fields are minute, hour, day of month, month and day of week: *, numbers, names such as MON,",
                "lists 1,2, ranges 1-5 and steps */10; or @hourly, @daily, @weekly, @monthly, @yearly.",
                "What is missed while nothing runs is made up for once.",
                "",
                "Examples:",
                "  ./odradek schedule nightly --cron '0 3 * * *' --machine report --payload '{\"kind\": \"full\"}'",
                "  ./odradek schedule workdays --cron '30 8 * * MON-FRI' --machine report --payload @order.json"
            })
    static int schedule(
            @Mixin Common common,
            @Parameters(paramLabel = "NAME", description = "What to call it.") String name,
            @Option(
                            names = "--cron",
                            required = true,
                            paramLabel = "CRON",
                            description = "When, in UTC; either of two days will do.")
                    String cron,
            @Option(
                            names = "--machine",
                            required = true,
                            paramLabel = "MACHINE",
                            description = "The machine the items are for.")
                    String machine,
            @Option(
                            names = "--payload",
                            paramLabel = "JSON|@FILE|-",
                            defaultValue = "{}",
                            description = "What each carries (default: {}).")
                    String payload,
            @Option(
                            names = "--partition-key",
                            paramLabel = "KEY",
                            description = "Items of one key are decided in order.")
                    @Nullable String key) {
        long first = first(cron);
        String token = tell(common, new PutSchedule(name, cron, machine, Payloads.read(payload), key), machine);
        common.out()
                .show(
                        Map.of("name", name, "cron", cron, "machine", machine, "next", first, "token", token),
                        () -> "Schedule " + name + " first posts an item to " + machine + " at "
                                + Instant.ofEpochMilli(first) + " (UTC); end it with ./odradek unschedule " + name
                                + ".");
        return Exit.OK.code();
    }

    @Command(
            name = "unschedule",
            mixinStandardHelpOptions = true,
            description = "End a schedule; the items it has posted go on.",
            footer = {"", "Examples:", "  ./odradek unschedule nightly"})
    static int unschedule(
            @Mixin Common common, @Parameters(paramLabel = "NAME", description = "The schedule.") String name) {
        String token = tell(common, new DropSchedule(name), "");
        common.out()
                .show(
                        Map.of("name", name, "applied", "DropSchedule", "token", token),
                        () -> "Schedule " + name + " is gone; the items it has posted go on.");
        return Exit.OK.code();
    }

    @Command(
            name = "schedules",
            mixinStandardHelpOptions = true,
            description = "List the schedules, and when each fires next.",
            footer = {"", "Examples:", "  ./odradek schedules", "  ./odradek schedules --json"})
    static int schedules(@Mixin Common common) {
        JsonNode schedules = common.read("/v1/schedules", Map.of()).path("schedules");
        common.out().show(schedules, () -> {
            if (schedules.isEmpty()) {
                return "There is no schedule yet; make one with ./odradek schedule NAME --cron '0 3 * * *'"
                        + " --machine MACHINE.";
            }
            Table table = new Table("SCHEDULE", "CRON", "MACHINE", "NEXT");
            schedules
                    .values()
                    .forEach(schedule -> table.row(
                            schedule.path("name").asString(),
                            schedule.path("cron").asString(),
                            schedule.path("machine").asString(),
                            Instant.ofEpochMilli(schedule.path("next").asLong())));
            return table.toString();
        });
        return Exit.OK.code();
    }

    /** Told by this machine's clock; the core decides by the broker's. */
    private static long first(String cron) {
        try {
            return Cron.parse(cron).next(System.currentTimeMillis()).orElseThrow();
        } catch (BadCronException e) {
            throw new IllegalArgumentException("--cron cannot be used: " + e.getMessage(), e);
        }
    }

    private static String tell(Common common, ScheduleCommand command, String machine) {
        try (Asking asking = common.ask()) {
            if (asking.ask(common.tenant(), command.key(), command) instanceof Denied denied) {
                throw denied.reason() == Refusal.UNKNOWN_MACHINE
                        ? Denials.unknownMachine(machine)
                        : Denials.complaint(denied);
            }
            return asking.token().toString();
        }
    }
}
