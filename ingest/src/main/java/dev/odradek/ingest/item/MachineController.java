package dev.odradek.ingest.item;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.item.Definitions.Defined;
import dev.odradek.topics.TopicMismatchException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Machines: put as YAML, of which JSON is a part. */
@RestController
final class MachineController {
    private final Definitions definitions;

    MachineController(Definitions definitions) {
        this.definitions = definitions;
    }

    @Needs(Scope.OPERATE)
    @PutMapping(
            path = "/v1/machines/{name}",
            consumes = {
                MediaType.APPLICATION_YAML_VALUE,
                "application/x-yaml",
                "text/yaml",
                MediaType.TEXT_PLAIN_VALUE,
                MediaType.APPLICATION_JSON_VALUE
            })
    CompletableFuture<Defined> put(Access access, @PathVariable String name, @RequestBody byte[] body) {
        try {
            return definitions.put(access.tenant(), name, text(body));
        } catch (TopicMismatchException e) {
            throw Problem.CONFLICT.because(String.valueOf(e.getMessage()));
        }
    }

    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.BAD_REQUEST.because("The definition must be text in UTF-8, but is not.");
        }
    }
}
