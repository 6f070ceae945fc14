package dev.odradek.bench.scenario;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(US_ASCII));
    }

    @Test
    void anAnswerWithALengthIsReadToItsEnd() throws IOException {
        InputStream in = stream("HTTP/1.1 202 Accepted\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\n");

        assertThat(HttpLoad.answer(in)).isEqualTo("HTTP/1.1 202 Accepted");
        assertThat(new String(in.readAllBytes(), US_ASCII)).startsWith("HTTP/1.1 200");
    }

    @Test
    void anAnswerInChunksIsReadToItsEnd() throws IOException {
        InputStream in = stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\nnext");

        assertThat(HttpLoad.answer(in)).isEqualTo("HTTP/1.1 200 OK");
        assertThat(new String(in.readAllBytes(), US_ASCII)).isEqualTo("next");
    }

    @Test
    void aConnectionThatEndsAmidAnAnswerIsAFailure() {
        assertThatThrownBy(() -> HttpLoad.answer(stream("HTTP/1.1 200 OK\r\nContent-")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aBodyIsAnnouncedByItsLengthInBytes() {
        byte[] request = new HttpLoad(URI.create("http://127.0.0.1:80"), 1).request("POST", "/x", "text/plain", "äb");

        assertThat(new String(request, UTF_8))
                .isEqualTo("POST /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: text/plain\r\n"
                        + "Content-Length: 3\r\n\r\näb");
    }
}
