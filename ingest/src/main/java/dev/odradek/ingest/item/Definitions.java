package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.Refusals;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer.Applied;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.BadMachineException;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Takes in machines: a home partition gives the version, then all partitions hear of it. */
@Component
final class Definitions {
    /** A client waits for it, and closing the admin waits for whatever it still asks. */
    private static final int LONGEST_MS = 10_000;

    private static final int REQUEST_MS = 5_000;

    private final Commands commands;
    private final Connection connection;

    Definitions(Commands commands, Connection connection) {
        this.commands = commands;
        this.connection = connection;
    }

    /** Completes when every partition has the definition; its faults are a problem that names each. */
    CompletableFuture<Defined> put(String tenant, String name, String text) {
        JsonNode definition;
        Machine machine;
        try {
            definition = MachineYaml.parse(text);
            machine = MachineReader.readNew(definition);
        } catch (BadMachineException e) {
            throw Problem.BAD_DEFINITION.because(String.valueOf(e.getMessage())).with("faults", e.faults());
        }
        if (!machine.name().equals(name)) {
            throw Problem.BAD_REQUEST.because("The path names the machine " + name + ", but the definition "
                    + machine.name() + "; put it to /v1/machines/" + machine.name() + ", or rename it.");
        }
        ensureLanes(machine);
        String key = "machine/" + name;
        int home = Routing.home(tenant, name, connection.plan().partitions());
        return commands.ask(home, CommandRecord.of(tenant, Ids.fresh(), key, new Define(name, definition)))
                .thenCompose(decided -> decided.answer() instanceof Applied applied
                        ? adopt(tenant, key, new Adopt(name, applied.version(), definition))
                        : CompletableFuture.failedFuture(
                                new IllegalStateException("a definition was answered with " + decided.answer())));
    }

    private CompletableFuture<Defined> adopt(String tenant, String key, Adopt adopt) {
        return commands.answerAll(tenant, key, adopt).thenApply(answers -> {
            refuseUnlessAdopted(answers);
            return new Defined(adopt.machine(), adopt.version(), Commands.token(answers));
        });
    }

    /** A partition that has heard of it already, or of a later version, is content. */
    private static void refuseUnlessAdopted(List<AnswerRecord> answers) {
        for (AnswerRecord each : answers) {
            if (each.answer() instanceof Denied denied && denied.reason() != Refusal.OLD_VERSION) {
                throw Refusals.problem(denied);
            }
        }
    }

    /** Before anything else: the core must never dispatch to a topic that is not there. */
    private void ensureLanes(Machine machine) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LONGEST_MS);
        try (Admin admin = Admin.create(properties)) {
            TopicKeeper keeper = new TopicKeeper(admin);
            machine.claims().forEach(rule -> keeper.ensure(connection.plan().lanes(rule.queue(), rule.transport())));
        }
    }

    /** What became of a definition. */
    record Defined(String machine, int version, String token) {}
}
