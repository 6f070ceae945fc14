package dev.odradek.bench.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The metrics of a process of Odradek. */
final class Gauges {
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest request;

    Gauges(String url) {
        this.request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
    }

    /** The sum over all labels, or all but the first if the name goes on with that. */
    double sum(String name) {
        return sum(scrape(), name);
    }

    /** The value of the one line that begins so, labels and all. */
    double value(String line) {
        return scrape().lines()
                .filter(found -> found.startsWith(line + " "))
                .mapToDouble(Gauges::number)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no metric " + line));
    }

    static double sum(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name) && " {,".indexOf(line.charAt(name.length())) >= 0)
                .mapToDouble(Gauges::number)
                .sum();
    }

    private static double number(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    private String scrape() {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking for metrics", e);
        }
    }
}
