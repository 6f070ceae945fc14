package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Decides a recorded log again and hashes every output and every row; a program, so that another JVM can do it. */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
        System.out.println(hash(Path.of(args[0])));
    }

    /** One line per command: world, number of partitions, partition, offset, append time, record. */
    static List<String> lines(long world, List<List<Input>> logs) {
        return logs.stream()
                .flatMap(List::stream)
                .map(input -> String.join(
                        "\t",
                        String.valueOf(world),
                        String.valueOf(logs.size()),
                        String.valueOf(input.partition()),
                        String.valueOf(input.offset()),
                        String.valueOf(input.appendTime()),
                        new String(Formats.COMMANDS.write(input.record()), StandardCharsets.UTF_8)))
                .toList();
    }

    static String hash(Path log) throws IOException {
        MessageDigest digest = sha256();
        Map<String, SimRows> all = new TreeMap<>();
        for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
            String[] part = line.split("\t", 6);
            SimRows rows = all.computeIfAbsent(part[0] + "/" + part[2], key -> new SimRows(true));
            Input input = new Input(
                    Integer.parseInt(part[2]),
                    Long.parseLong(part[3]),
                    Long.parseLong(part[4]),
                    Formats.COMMANDS.read(part[5].getBytes(StandardCharsets.UTF_8)));
            Decision decision = new Core(Integer.parseInt(part[1])).decide(rows, input);
            decision.facts().forEach(fact -> digest.update(Formats.EVENTS.write(fact)));
            decision.effects().forEach(effect -> digest.update(Json.bytes(effect)));
            decision.rows().forEach(rows::apply);
            rows.commit();
        }
        all.forEach((where, rows) -> rows.stored()
                .forEach((key, row) -> digest.update((where + key + row).getBytes(StandardCharsets.UTF_8))));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
