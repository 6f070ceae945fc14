package dev.odradek.ingest.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An object store of one bucket, over real HTTP, that takes no request that is not signed with its secret. */
final class FakeS3 implements AutoCloseable {
    static final String BUCKET = "blobs";
    static final String ACCESS_KEY = "AKIATEST";
    static final String SECRET_KEY = "very-secret";
    static final String REGION = "eu-test-1";

    private final SigV4 signatures = new SigV4(ACCESS_KEY, SECRET_KEY, REGION);
    private final HttpServer server;
    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    FakeS3() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Objects by key. */
    Map<String, byte[]> objects() {
        return objects;
    }

    /** Methods and paths, in order. */
    List<String> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!signatures.isSigned(exchange, body)) {
            reply(exchange, 403, error("SignatureDoesNotMatch"));
        } else if (!path.startsWith("/" + BUCKET + "/")) {
            reply(exchange, 404, error("NoSuchBucket"));
        } else {
            object(exchange, path.substring(BUCKET.length() + 2), body);
        }
    }

    private void object(HttpExchange exchange, String key, byte[] body) throws IOException {
        if (exchange.getRequestMethod().equals("PUT")) {
            objects.put(key, body);
            exchange.getResponseHeaders().add("ETag", "\"any\"");
            reply(exchange, 200, new byte[0]);
        } else if (objects.containsKey(key)) {
            reply(exchange, 200, objects.get(key));
        } else {
            reply(exchange, 404, error("NoSuchKey"));
        }
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head && status == 200) {
            exchange.getResponseHeaders().add("Content-Length", String.valueOf(body.length));
        }
        exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static byte[] error(String code) {
        return ("<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>")
                .getBytes(UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
