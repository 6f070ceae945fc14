package dev.odradek.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestServiceIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("A59 /healthz says ok to anybody")
    void health() {
        assertThat(rig.http().get("/healthz").body()).isEqualTo("ok\n");
    }

    @Test
    @DisplayName("what is not there is a problem document")
    void nothingThere() {
        Calls.Reply reply = rig.http().get("/v1/nonsense");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo("not_found");
    }
}
