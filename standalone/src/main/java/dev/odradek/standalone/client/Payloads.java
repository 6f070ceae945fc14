package dev.odradek.standalone.client;

import dev.odradek.standalone.service.Reasons;
import dev.odradek.topics.format.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Payloads as they are given on the command line: the JSON itself, {@code @file}, or {@code -} for standard input. */
public final class Payloads {
    private Payloads() {}

    public static JsonNode read(String given) {
        if (given.equals("-")) {
            return parse(standardInput(), "The payload on standard input");
        }
        if (given.startsWith("@")) {
            return parse(file(given.substring(1)), "The payload in " + given.substring(1));
        }
        return parse(given, "The payload");
    }

    /** One payload per line; empty lines are skipped. */
    public static Lines lines(String source) {
        try {
            BufferedReader reader = source.equals("-")
                    ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                    : Files.newBufferedReader(Path.of(source));
            return new Lines(reader);
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /** The payloads of a file, read as they are taken. */
    public static final class Lines implements AutoCloseable {
        private final BufferedReader reader;
        private int line;

        private Lines(BufferedReader reader) {
            this.reader = reader;
        }

        public Iterator<JsonNode> iterator() {
            return reader.lines()
                    .peek(text -> line++)
                    .filter(text -> !text.isBlank())
                    .map(text -> parse(text, "Line " + line))
                    .iterator();
        }

        @Override
        public void close() {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static JsonNode parse(String text, String what) {
        JsonNode node;
        try {
            node = Json.parse(text);
        } catch (JacksonException e) {
            var where = e.getLocation();
            String line = what.startsWith("Line ") || where == null ? "" : "line " + where.getLineNr() + ", ";
            String place = where == null ? "" : " at " + line + "column " + where.getColumnNr();
            throw new Complaint(
                    Exit.USAGE,
                    what + " is not JSON" + place + " (" + firstLine(e.getOriginalMessage())
                            + "); give an object such as '{\"url\": \"https://example.org\"}', @file or -.",
                    e);
        }
        if (!node.isObject()) {
            throw new Complaint(
                    Exit.USAGE,
                    what + " must be a JSON object such as '{\"n\": 1}', was " + shorten(text.strip()) + ".");
        }
        return node;
    }

    private static String file(String name) {
        try {
            return Files.readString(Path.of(name));
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static String standardInput() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreadable("standard input", e);
        }
    }

    private static Complaint unreadable(String name, IOException e) {
        String reason = e instanceof CharacterCodingException ? "it is not UTF-8 text" : Reasons.of(e);
        return new Complaint(
                Exit.REFUSED, "The file " + name + " cannot be read (" + reason + "); name a readable JSON file.", e);
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("unreadable");
    }

    private static String shorten(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "…" : text.isEmpty() ? "empty" : text;
    }
}
