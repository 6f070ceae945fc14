package dev.odradek.ingest.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;

/** Says every failure of a request as a problem document, and never shows a stack trace. */
@RestControllerAdvice
final class ProblemHandler {
    @ExceptionHandler(Exception.class)
    @Nullable ResponseEntity<byte[]> answer(Exception failure, HttpServletRequest request, HttpServletResponse reply) {
        if (failure instanceof AsyncRequestNotUsableException || reply.isCommitted()) {
            // The client is gone, or has heard the beginning of another answer: there is nobody to tell.
            return null;
        }
        ProblemException problem = problem(failure, request);
        ResponseEntity<byte[]> answer = ProblemAnswers.of(problem);
        if (failure instanceof HttpRequestMethodNotSupportedException method && method.getSupportedMethods() != null) {
            HttpHeaders headers = new HttpHeaders(answer.getHeaders());
            headers.set(HttpHeaders.ALLOW, String.join(", ", method.getSupportedMethods()));
            return new ResponseEntity<>(answer.getBody(), headers, answer.getStatusCode());
        }
        return answer;
    }

    private static ProblemException problem(Exception failure, HttpServletRequest request) {
        Optional<ProblemException> ours = Causes.find(failure, ProblemException.class);
        if (ours.isPresent()) {
            return ours.get();
        }
        if (failure instanceof HttpMessageNotReadableException unreadable) {
            return unreadable(unreadable);
        }
        if (failure instanceof MethodArgumentTypeMismatchException mismatch) {
            return Problem.BAD_REQUEST.because(mismatch.getName() + " must be a "
                    + (mismatch.getRequiredType() == null
                            ? "value"
                            : mismatch.getRequiredType().getSimpleName())
                    + ", was " + mismatch.getValue() + ".");
        }
        if (failure instanceof AsyncRequestTimeoutException) {
            return Problem.STARTING.because("The answer took too long; try again.");
        }
        if (failure instanceof ErrorResponse known) {
            return bySpring(failure, known, request);
        }
        return Problems.of(failure);
    }

    private static ProblemException unreadable(HttpMessageNotReadableException failure) {
        return Causes.find(failure, JacksonException.class)
                .map(json -> Problem.BAD_REQUEST.because(
                        "The body must be JSON as described in /v1/openapi.json: " + BadJson.why(json) + "."))
                .or(() -> Causes.find(failure, IOException.class)
                        .map(io ->
                                Problem.BAD_REQUEST.because("The body could not be read to its end; send it again.")))
                .orElseGet(() -> Problem.BAD_REQUEST.because(
                        "The request must have a body as described in /v1/openapi.json, but has none."));
    }

    private static ProblemException bySpring(Exception failure, ErrorResponse known, HttpServletRequest request) {
        return switch (known.getStatusCode().value()) {
            case 404 ->
                Problem.NOT_FOUND.because(
                        "There is nothing at " + request.getRequestURI() + "; /v1/openapi.json lists every route.");
            case 405 ->
                Problem.METHOD_NOT_ALLOWED.because(
                        request.getMethod() + " is not served at " + request.getRequestURI() + allowed(failure) + ".");
            case 413 -> Problem.TOO_LARGE.because("The body is larger than is taken here.");
            case 415 -> Problem.UNSUPPORTED_MEDIA_TYPE.because(mediaType(failure, request));
            default ->
                known.getStatusCode().is4xxClientError()
                        ? Problem.BAD_REQUEST.because(sentence(known.getBody().getDetail()))
                        : Problems.of(failure);
        };
    }

    private static String allowed(Exception failure) {
        return failure instanceof HttpRequestMethodNotSupportedException method && method.getSupportedMethods() != null
                ? "; use " + Arrays.stream(method.getSupportedMethods()).collect(Collectors.joining(" or "))
                : "";
    }

    private static String mediaType(Exception failure, HttpServletRequest request) {
        String found = request.getContentType() == null ? "there is none" : "it is " + request.getContentType();
        String wanted = failure instanceof HttpMediaTypeNotSupportedException type
                ? type.getSupportedMediaTypes().stream()
                        .map(Object::toString)
                        .filter(name -> !name.contains("*+"))
                        .distinct()
                        .collect(Collectors.joining(" or "))
                : "application/json";
        return "The header Content-Type must be " + (wanted.isEmpty() ? "application/json" : wanted) + ", but " + found
                + ".";
    }

    private static String sentence(@Nullable String detail) {
        return detail == null || detail.isBlank() ? "See /v1/openapi.json for what is expected." : detail;
    }
}
