package dev.odradek.ingest.artifact;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.artifact.Artifacts.Blob;
import dev.odradek.ingest.artifact.Artifacts.Stored;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.RawQuery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Artifacts over HTTP: streamed in and out, so that only a buffer of each is ever in memory. */
@RestController
final class ArtifactController {
    private static final Logger LOG = LoggerFactory.getLogger(ArtifactController.class);

    private final Artifacts artifacts;
    private final long maxBytes;

    ArtifactController(Artifacts artifacts, ArtifactConfig config) {
        this.artifacts = artifacts;
        this.maxBytes = config.maxBytes();
    }

    /** Stores the body; {@code ?artifact=} or {@code Content-Digest} may declare what it is. */
    @Needs({Scope.WORK, Scope.TRIGGER})
    @RequestMapping(
            path = "/v1/artifacts",
            method = {RequestMethod.PUT, RequestMethod.POST})
    ResponseEntity<Map<String, Object>> store(
            Access access,
            HttpServletRequest request,
            @RequestHeader(name = "Content-Digest", required = false) @Nullable String contentDigest)
            throws IOException {
        if (request.getContentLengthLong() > maxBytes) {
            throw Problem.TOO_LARGE.because(String.valueOf(new TooManyBytesException(maxBytes).getMessage()));
        }
        Measured body = new Measured(request.getInputStream(), maxBytes, declared(request, contentDigest));
        try {
            Stored stored = artifacts.put(access.tenant(), body);
            String name = stored.digest().toString();
            return ResponseEntity.status(201)
                    .header(HttpHeaders.LOCATION, "/v1/artifacts/" + name)
                    .body(Map.of("artifact", name, "bytes", stored.bytes()));
        } catch (TooManyBytesException e) {
            throw Problem.TOO_LARGE.because(String.valueOf(e.getMessage()));
        } catch (WrongDigestException e) {
            throw Problem.WRONG_DIGEST.because(String.valueOf(e.getMessage()));
        } catch (BrokenBodyException e) {
            throw Problem.BAD_REQUEST.because(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw away(e);
        }
    }

    @Needs({Scope.READ, Scope.WORK})
    @GetMapping("/v1/artifacts/{artifact}")
    void read(Access access, @PathVariable String artifact, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try (Blob blob = find(access, artifact)) {
            response.setStatus(200);
            response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
            response.setContentLengthLong(blob.bytes());
            response.setHeader(HttpHeaders.ETAG, "\"" + artifact + "\"");
            // What has this name is this for ever; and it is nobody's page.
            response.setHeader(HttpHeaders.CACHE_CONTROL, "private, max-age=31536000, immutable");
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment");
            if (!request.getMethod().equals("HEAD")) {
                Spool.copy(blob.in(), response.getOutputStream());
            }
        }
    }

    private Blob find(Access access, String artifact) {
        Optional<Blob> found = Optional.empty();
        Optional<Digest> digest = Digest.parse(artifact);
        if (digest.isPresent()) {
            try {
                found = artifacts.get(access.tenant(), digest.get());
            } catch (IOException e) {
                throw away(e);
            }
        }
        return found.orElseThrow(() -> Problem.NOT_FOUND.because("There is no such artifact; its name is sha256: and 64"
                + " hex digits, as PUT /v1/artifacts has answered."));
    }

    private static Optional<Digest> declared(HttpServletRequest request, @Nullable String contentDigest) {
        Optional<Digest> named = RawQuery.of(request.getQueryString())
                .first("artifact")
                .map(name -> Digest.parse(name)
                        .orElseThrow(() -> Problem.BAD_REQUEST.because(
                                "The parameter artifact must be sha256: and 64 lower-case hex digits.")));
        Optional<Digest> digest = Optional.ofNullable(contentDigest)
                .map(header -> Digest.parseContentDigest(header)
                        .orElseThrow(() -> Problem.BAD_REQUEST.because("The header Content-Digest must be"
                                + " sha-256=:<base64 of 32 bytes>:, perhaps among others, but is not; nothing but"
                                + " sha-256 is checked here.")));
        if (named.isPresent() && digest.isPresent() && !named.equals(digest)) {
            throw Problem.BAD_REQUEST.because("The parameter artifact and the header Content-Digest must declare the"
                    + " same bytes, but do not; leave one of them out.");
        }
        return named.or(() -> digest);
    }

    private static RuntimeException away(IOException e) {
        LOG.atWarn().setCause(e).log("artifacts cannot be stored or read");
        return Problem.STORE_AWAY.because("Artifacts cannot be stored or read now, for the disk or the object store"
                + " does not do it; why is in the log of the server. Try again.");
    }
}
