package dev.odradek.ingest.http;

import dev.odradek.topics.format.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends bytes as they are, which no client library would, and reads what comes back. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MS = 60_000;

    private final String host;
    private final int port;
    private Socket socket;
    private InputStream in;

    RawHttp(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** @param status 0: the server closed the connection without an answer */
    record Answer(int status, String head, String body) {
        boolean showsInsides() {
            return body.contains("\tat ") || body.contains("<html") || body.contains("dev.odradek.");
        }

        /** The code of the problem, if it is one. */
        String code() {
            return body.startsWith("{") ? Json.parse(body).path("code").asString("") : "";
        }

        boolean hasHeader(String name) {
            return head.toLowerCase(Locale.ROOT).contains("\r\n" + name + ": ");
        }

        boolean isProblem() {
            return head.toLowerCase(Locale.ROOT).contains("\r\ncontent-type: application/problem+json");
        }

        @Override
        public String toString() {
            return status + " " + body;
        }
    }

    Answer send(byte[] request) throws IOException {
        try {
            if (socket == null) {
                socket = new Socket(host, port);
                socket.setSoTimeout(PATIENCE_MS);
                socket.setTcpNoDelay(true);
                in = new BufferedInputStream(socket.getInputStream());
            }
            socket.getOutputStream().write(request);
            Answer answer = read(request[0] == 'H');
            if (answer.status() == 0
                    || answer.status() == 100
                    || answer.head().toLowerCase(Locale.ROOT).contains("connection: close")) {
                close();
            }
            return answer;
        } catch (SocketException e) {
            close();
            return new Answer(0, "", "");
        }
    }

    private Answer read(boolean headOnly) throws IOException {
        String head = head();
        if (head.isEmpty()) {
            return new Answer(0, "", "");
        }
        int status = Integer.parseInt(head.substring(9, 12));
        String lower = head.toLowerCase(Locale.ROOT);
        byte[] body;
        if (headOnly || status == 204 || status == 304 || status == 100) {
            body = new byte[0];
        } else if (lower.contains("transfer-encoding: chunked")) {
            body = chunks();
        } else if (lower.contains("content-length: ")) {
            int from = lower.indexOf("content-length: ") + 16;
            body = in.readNBytes(Integer.parseInt(
                    lower.substring(from, lower.indexOf("\r\n", from)).strip()));
        } else {
            body = in.readAllBytes();
        }
        return new Answer(status, head, new String(body, StandardCharsets.UTF_8));
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int length = Integer.parseInt(line(), 16);
        while (length > 0) {
            all.writeBytes(in.readNBytes(length));
            line();
            length = Integer.parseInt(line(), 16);
        }
        line();
        return all.toByteArray();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
