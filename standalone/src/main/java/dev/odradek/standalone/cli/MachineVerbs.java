package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.Reasons;
import dev.odradek.topics.machine.BadMachineException;
import dev.odradek.topics.machine.Fault;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The verbs about machine definitions. */
final class MachineVerbs {
    private MachineVerbs() {}

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Give a machine definition to the core, as its first or next version.",
            footer = {"", "Examples:", "  ./odradek apply report.yaml", "  ./odradek apply --json report.yaml"})
    static int apply(
            @Mixin Common common,
            @Parameters(paramLabel = "FILE", description = "The definition, in YAML or JSON.") Path file) {
        MachineApply definition = definition(file);
        try (Asking asking = common.ask()) {
            int version = definition.to(asking, common.tenant());
            common.out()
                    .show(
                            Map.of(
                                    "machine",
                                    definition.name(),
                                    "version",
                                    version,
                                    "queues",
                                    definition.queues(),
                                    "token",
                                    asking.token().toString()),
                            () -> "Machine " + definition.name() + " is at version " + version + " in all "
                                    + asking.connection().plan().partitions() + " partitions; its queues: "
                                    + String.join(", ", definition.queues()) + ".");
        }
        return Exit.OK.code();
    }

    @Command(
            name = "machines",
            mixinStandardHelpOptions = true,
            description = "List the machines the core knows.",
            footer = {"", "Examples:", "  ./odradek machines", "  ./odradek machines --json   with their definitions"})
    static int machines(@Mixin Common common) {
        JsonNode machines = common.read("/v1/machines", Map.of()).path("machines");
        common.out().show(machines, () -> {
            if (machines.isEmpty()) {
                return "No machine is defined yet; give one with ./odradek apply <file.yaml>.";
            }
            Table table = new Table("MACHINE", "VERSION", "AXES");
            machines.values()
                    .forEach(machine -> table.row(
                            machine.path("name").asString(),
                            machine.path("version").asInt(),
                            String.join(
                                    ", ",
                                    machine.path("definition").path("axes").propertyNames())));
            return table.toString();
        });
        return Exit.OK.code();
    }

    /** The sound definition in a file, or a complaint about the file or with every fault. */
    static MachineApply definition(Path file) {
        try {
            return MachineApply.parse(read(file));
        } catch (BadMachineException e) {
            throw bad(file, e);
        }
    }

    private static Complaint bad(Path file, BadMachineException e) {
        String faults = e.faults().stream().map(Fault::toString).collect(Collectors.joining("; "));
        return new Complaint(
                Exit.REFUSED,
                "Mend " + file + " and apply it again: it has "
                        + (e.faults().size() == 1 ? "a fault" : e.faults().size() + " faults") + ": " + faults + ".",
                e);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new Complaint(Exit.REFUSED, "The file " + file + " is not UTF-8 text; name a definition in YAML.", e);
        } catch (IOException e) {
            throw new Complaint(
                    Exit.REFUSED,
                    "The file " + file + " cannot be read (" + Reasons.of(e) + "); name a definition in YAML.",
                    e);
        }
    }
}
