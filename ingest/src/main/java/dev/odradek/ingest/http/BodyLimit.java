package dev.odradek.ingest.http;

import dev.odradek.ingest.IngestConfig;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/** Refuses bodies that are read as a whole and are too large for that, whatever length they claim to have. */
@RestControllerAdvice
final class BodyLimit extends RequestBodyAdviceAdapter {
    private final int limit;

    BodyLimit(IngestConfig config) {
        this.limit = config.maxBody();
    }

    @Override
    public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converter)
            throws IOException {
        if (message.getHeaders().getContentLength() > limit) {
            throw tooLarge();
        }
        InputStream body = new Limited(message.getBody());
        return new HttpInputMessage() {
            @Override
            public InputStream getBody() {
                return body;
            }

            @Override
            public HttpHeaders getHeaders() {
                return message.getHeaders();
            }
        };
    }

    private ProblemException tooLarge() {
        return Problem.TOO_LARGE.because("The body must have at most " + limit
                + " bytes; store large data with PUT /v1/artifacts and post a reference, or raise "
                + IngestConfig.ROOT + "max-body.");
    }

    /** Counts what is read. */
    private final class Limited extends FilterInputStream {
        private long count;

        Limited(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) {
            count += read;
            if (count > limit) {
                throw tooLarge();
            }
        }
    }
}
