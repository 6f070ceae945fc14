package dev.odradek.ingest.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TriggerFilesTest {
    @TempDir
    Path dir;

    @Test
    void everyDefinitionOfTheDirectoryIsRead() {
        assertThat(TriggerFiles.read(Deliveries.FILES)).containsOnlyKeys("bug", "nameless", "notion", "slack");
    }

    @Test
    void everyFaultOfEveryFileIsNamedWithItsPath() throws IOException {
        write("a.yaml", """
                trigger: A b
                tenant: acme
                signature: {header: X, secret_env: "shpat 12", over: "x"}
                replay: {header: T, window: soon}
                dedup: event_id
                ignore: [{from: /a, is: odd}]
                item: {payload: {x: 5}}
                wrong: 1
                """);
        write("b.yaml", "trigger: [");

        assertThatThrownBy(() -> TriggerFiles.read(dir))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "a.yaml",
                        "trigger: must be",
                        "signature.secret_env: must be the name of an environment variable",
                        "signature.over: must hold {body}",
                        "replay.window: must be a duration",
                        "replay: needs a signature over {timestamp}",
                        "dedup: must be a JSON pointer",
                        "ignore[0].is: must be",
                        "machine: is missing",
                        "item.payload.x: must be a JSON pointer",
                        "wrong: is not a known key",
                        "b.yaml has line 1");
    }

    @Test
    void aSecretInPlaceOfItsNameIsNotRepeated() throws IOException {
        write("a.yaml", "{trigger: a, tenant: t, machine: m, signature: {header: X, secret_env: hunter2-secret}}");

        assertThatThrownBy(() -> TriggerFiles.read(dir)).message().doesNotContain("hunter2");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{trigger: a, tenant: t, machine: m, transition: {id: /a, to: b}} | transition: stands beside",
                "{trigger: a, tenant: t, transition: {to: b}} | transition.id: is missing",
                "{trigger: a, tenant: t, transition: {id: /a, to: b, key: x}} | transition.key: must hold {id}",
                "{trigger: a, tenant: t, machine: m, respond: [{}]} | respond[0].echo: must be the pointer",
                "{trigger: a, tenant: t, machine: m, ignore: [{from: /a}]} | exactly one of is, equals and not",
                "{trigger: a, tenant: t, machine: m, item: {payload: {x: {}}}} | item.payload.x.from: is missing",
                "{trigger: a, tenant: t, machine: m, dedup: {from: /a, strip: '('}} | dedup.strip: must be a regular",
                "{trigger: a, machine: m, signature: {over: '{timestamp}{body}'}} | replay.header: is missing",
                "{trigger: a, tenant: t/u, machine: m} | tenant: must be",
                "[1] | must be an object",
            })
    void aFaultHasItsPath(String yaml, String expected) throws IOException {
        write("a.yaml", yaml);

        assertThatThrownBy(() -> TriggerFiles.read(dir)).hasMessageContaining(expected);
    }

    @Test
    void twoFilesDoNotShareAName() throws IOException {
        write("a.yaml", "{trigger: a, tenant: t, machine: m}");
        write("b.yml", "{trigger: a, tenant: t, machine: m}");

        assertThatThrownBy(() -> TriggerFiles.read(dir)).hasMessageContaining("two files define a");
    }

    @Test
    void aDirectoryThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> TriggerFiles.read(dir.resolve("nowhere"))).hasMessageContaining("nowhere");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(dir.resolve(name), text);
    }
}
