package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What docs/machine.md says")
class MachineDocsTest {
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    @DisplayName("its example is a machine as described")
    void exampleIsAMachine() throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "machine.md")));
        assertThat(example.find()).isTrue();

        Machine machine = MachineReader.read(MachineYaml.parse(example.group(1)));

        assertThat(machine.axes()).containsOnlyKeys("status", "sync");
        assertThat(machine.claims()).extracting(ClaimRule::queue).containsExactly("fix", "sync");
    }
}
