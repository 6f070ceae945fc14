package dev.odradek.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A processor in Python")
class PythonProcessorIT extends ProcessorContract {

    @Override
    List<String> command() throws Exception {
        Path script = Path.of(Objects.requireNonNull(getClass().getResource("/scripted_worker.py"))
                .toURI());
        return List.of(Python.required(), script.toString());
    }

    @Override
    int exitCode() {
        return 0;
    }

    @Test
    @DisplayName("A11 the defaults of a processor, of which a subclass needs to supply only queue and process")
    void defaults() throws Exception {
        String ask = "from odradek import Processor as P; "
                + "print(P.lease, P.heartbeat, P.poll_backstop, P.sse_retry, P.batch, P.concurrency, P.presence)";
        ProcessBuilder python = new ProcessBuilder(Python.required(), "-c", ask).redirectErrorStream(true);
        python.environment().putAll(Python.ENVIRONMENT);
        Process asked = python.start();

        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said.strip()).isEqualTo("1800.0 60.0 30.0 5.0 0 1 2.0");
    }
}
