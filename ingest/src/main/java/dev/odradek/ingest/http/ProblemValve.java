package dev.odradek.ingest.http;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what Tomcat refuses before any route is asked; Tomcat itself makes it, by its name. */
public final class ProblemValve extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        // What a client did wrong must not fill the log.
        if (failure != null && status >= 500) {
            LOG.atWarn().setCause(failure).log("a request failed outside of its route");
        }
        ProblemException problem = problem(status);
        try {
            response.resetBuffer();
            response.setStatus(problem.problem().status());
            response.setContentType("application/problem+json");
            if (problem.problem().isPassing()) {
                response.setHeader("Retry-After", ProblemAnswers.RETRY_AFTER);
            }
            response.getOutputStream().write(Json.bytes(problem.document()));
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, e);
        }
    }

    private static ProblemException problem(int status) {
        return switch (status) {
            case 404 -> Problem.NOT_FOUND.because("There is nothing there; /v1/openapi.json lists every route.");
            case 405, 501 -> Problem.METHOD_NOT_ALLOWED.because("The method is not served anywhere.");
            case 413 -> Problem.TOO_LARGE.because("The request is larger than is taken here.");
            case 500 -> Problem.INTERNAL.because("The reason is in the log of the server; report it.");
            case 503 -> Problem.STARTING.because("The server is starting or stopping; try again.");
            default ->
                Problem.BAD_REQUEST.because(
                        "The request is not HTTP as it should be; its path, query or headers have characters that"
                                + " must be percent-encoded.");
        };
    }
}
