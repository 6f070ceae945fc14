package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class UsageTest {
    @TempDir
    Path dir;

    static Stream<String> verbs() {
        return Odradek.commandLine().getSubcommands().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("verbs")
    void everyVerbExplainsItselfWithExamples(String verb) {
        CliRun run = CliRun.of(verb, "--help");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("Usage: ./odradek " + verb, "--json", "Examples:", "./odradek " + verb);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"list", "show", "redrive"})
    void everyVerbAboutDeadLettersExplainsItself(String verb) {
        CliRun run = CliRun.of("dead-letters", verb, "--help");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("--json", "Examples:", "./odradek dead-letters " + verb);
    }

    @Test
    void everyVerbOfTheProductIsThere() {
        assertThat(verbs())
                .contains(
                        "up",
                        "demo",
                        "sample",
                        "apply",
                        "post",
                        "item",
                        "items",
                        "why",
                        "cancel",
                        "requeue",
                        "transition",
                        "pause",
                        "resume",
                        "queues",
                        "machines",
                        "schedule",
                        "unschedule",
                        "schedules",
                        "topics",
                        "check",
                        "rehearse",
                        "reap",
                        "raise-level",
                        "failures",
                        "dead-letters",
                        "replay");
    }

    static Stream<Arguments> misuse() {
        return Stream.of(
                arguments("an unknown verb", new String[] {"dance"}, "dance"),
                arguments("a missing machine", new String[] {"post"}, "MACHINE"),
                arguments("an unknown option", new String[] {"items", "--colour", "red"}, "--colour"),
                arguments("a limit that is no number", new String[] {"items", "--limit", "x"}, "--limit"),
                arguments("a payload that is not JSON", new String[] {"post", "m", "--payload", "{oops"}, "not JSON"),
                arguments("a payload that is no object", new String[] {"post", "m", "--payload", "[1]"}, "JSON object"),
                arguments("a delay that is none", new String[] {"post", "m", "--delay", "soon"}, "--delay"),
                arguments("a key that is empty", new String[] {"post", "m", "--key", ""}, "--key must hold more"),
                arguments("an id of spaces", new String[] {"post", "m", "--id", "  "}, "--id must hold more"),
                arguments("an item without an id", new String[] {"item", ""}, "ID must name an item"),
                arguments("a why without an id", new String[] {"why", " "}, "ID must name an item"),
                arguments("a move without an id", new String[] {"cancel", ""}, "ID must name an item"),
                arguments("a line break", new String[] {"post", "m", "--delay", "a\nb"}, "--delay must be a duration"),
                arguments("an escape", new String[] {"dance\u001b[31m"}, "dance\\u001b[31m"),
                arguments("a broken line", new String[] {"items", "--limit", "1\n2"}, "1\\n2"),
                arguments("an id and a key", new String[] {"post", "m", "--id", "a", "--key", "b"}, "--id and --key"),
                arguments(
                        "a service that is none",
                        new String[] {"up", "--only", "cook"},
                        "broker, database, state-store, reaper-job, read-model or ingest"),
                arguments("a port beyond all", new String[] {"up", "--port", "70000"}, "--port"),
                arguments("a broker with no port", new String[] {"topics", "--bootstrap", "kafka"}, "host:port"),
                arguments("a schedule without a time", new String[] {"schedule", "s", "--machine", "m"}, "--cron"),
                arguments(
                        "a schedule without a machine",
                        new String[] {"schedule", "s", "--cron", "@daily"},
                        "--machine"),
                arguments("a cron field beyond all", schedule("0 25 * * *", "{}"), "hour of a cron expression must be"),
                arguments("a cron of four fields", schedule("* * * *", "{}"), "five fields"),
                arguments("a cron that never fires", schedule("0 0 31 2 *", "{}"), "never fires"),
                arguments("a scheduled payload that is not JSON", schedule("@daily", "{oops"), "not JSON"),
                arguments("no schedule named", new String[] {"unschedule"}, "NAME"),
                arguments("a replay of nothing", new String[] {"replay"}, "WHAT"),
                arguments("a replay of what cannot be", new String[] {"replay", "items"}, "read-model"),
                arguments("no letter named", new String[] {"dead-letters", "redrive"}, "--all"),
                arguments("a letter that is none", new String[] {"dead-letters", "show", "x"}, "0:17"),
                arguments("nothing to rehearse", new String[] {"rehearse"}, "--definition"),
                arguments("a time that is none", rehearse("--since", "soon"), "a duration such as 30m, 24h or 7d"),
                arguments("a time to come", rehearse("--since", "2999-01-01T00:00:00Z"), "not lie in the future"),
                arguments("a limit below none", rehearse("--limit", "-1"), "--limit must be at least 0"),
                arguments("no items", new String[] {"demo", "--items", "0"}, "--items"));
    }

    private static String[] schedule(String cron, String payload) {
        return new String[] {"schedule", "s", "--cron", cron, "--machine", "m", "--payload", payload};
    }

    private static String[] rehearse(String option, String value) {
        return new String[] {"rehearse", "--definition", "any.yaml", option, value};
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("misuse")
    void whatIsNotUnderstoodIsSaidInOneSentence(String rule, String[] args, String part) {
        CliRun run = CliRun.of(args);

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(part);
        assertOneSentence(run);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("misuse")
    void programsAreToldAsJson(String rule, String[] args, String part) {
        CliRun run =
                CliRun.of(Stream.concat(Stream.of(args), Stream.of("--json")).toArray(String[]::new));

        JsonNode error = Json.parse(run.out());
        assertThat(error.path("error").asString())
                .contains(part)
                .isEqualTo(run.err().strip());
        assertThat(error.path("exit").asInt()).isEqualTo(2).isEqualTo(run.exit());
        assertThat(error.size()).isEqualTo(2);
    }

    @Test
    void withoutAnythingRunningTheRemedyIsNamed() {
        CliRun run = CliRun.of("item", "x", "--data-dir", dir.toString());

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err()).contains(dir.toString(), "./odradek up");
        assertOneSentence(run);

        JsonNode error = Json.parse(
                CliRun.of("item", "x", "--json", "--data-dir", dir.toString()).out());
        assertThat(error.path("exit").asInt()).isEqualTo(4);
        assertThat(error.path("error").asString()).isEqualTo(run.err().strip());
    }

    @Test
    void aBrokerThatIsNotThereIsNamedWithTheRemedy() {
        CliRun run = CliRun.of("post", "report", "--bootstrap", "127.0.0.1:1");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err()).contains("127.0.0.1:1", "./odradek up");
        assertOneSentence(run);
    }

    @Test
    void aDataDirectoryThatCannotBeWrittenIsNamedWithTheRemedy() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "in the way");

        CliRun run = CliRun.of("up", "--data-dir", file.toString());

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains(file.toString(), "--data-dir");
        assertOneSentence(run);
    }

    static Stream<Arguments> badDefinitions() {
        return Stream.of(
                arguments("an unknown state", "initial: nowhere", "axes.status.initial: unknown state nowhere"),
                arguments("an edge to nowhere", "edges: {new: [moon]}", "axes.status.edges.new: unknown state moon"),
                arguments(
                        "two claim rules on one state",
                        "claims: [{queue: a, from: new, into: busy, done: done, on_failure: done},"
                                + " {queue: b, from: new, into: busy2, done: done, on_failure: done}]",
                        "axes.status.claims[1].from: two claim rules take from the state new"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badDefinitions")
    void aBadDefinitionIsRefusedWithItsFaultsByPath(String rule, String line, String fault) throws IOException {
        String initial = line.startsWith("initial") ? "" : "    initial: new\n";
        Path file = Files.writeString(
                dir.resolve("bad.yaml"),
                "machine: bad\naxes:\n  status:\n" + initial
                        + "    states: [new, busy, busy2, done]\n    terminal: [done]\n    " + line + "\n");

        for (CliRun run :
                List.of(CliRun.of("apply", file.toString()), CliRun.of("rehearse", "--definition", file.toString()))) {
            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.err()).contains(file.toString(), fault, "apply it again");
            assertOneSentence(run);
        }
    }

    private static void assertOneSentence(CliRun run) {
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.err().strip()).endsWith(".").doesNotContain("Exception", "\tat ");
        assertThat(run.err().strip().chars()).noneMatch(Character::isISOControl);
        assertThat(run.out()).isEmpty();
    }
}
