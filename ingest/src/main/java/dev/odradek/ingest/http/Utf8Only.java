package dev.odradek.ingest.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses bodies that say they are text in anything but UTF-8, which they would be read as. */
final class Utf8Only implements HandlerInterceptor {
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String type = request.getContentType();
        if (type != null && hasBody(request) && !isUtf8(type)) {
            throw Problem.UNSUPPORTED_MEDIA_TYPE.because(
                    "The body must be in UTF-8, but the header Content-Type is " + type + "; leave the charset out.");
        }
        return true;
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** What is no media type at all is refused by the route. */
    private static boolean isUtf8(String type) {
        try {
            Charset charset = MediaType.parseMediaType(type).getCharset();
            return charset == null || charset.equals(StandardCharsets.UTF_8);
        } catch (InvalidMediaTypeException e) {
            return true;
        }
    }
}
