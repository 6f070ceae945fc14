package dev.odradek.bench.agent;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A worker or a producer process: {@code <role> <driver class> <name=value>…}, then orders on standard input. */
public final class AgentMain {
    private AgentMain() {}

    public static void main(String[] args) throws Exception {
        Talk talk = new Talk();
        Driver driver = Class.forName(args[1])
                .asSubclass(Driver.class)
                .getDeclaredConstructor()
                .newInstance();
        Map<String, String> options = options(List.of(args).subList(2, args.length));
        if (args[0].equals("worker")) {
            work(driver, options, talk);
        } else {
            produce(driver, options, talk);
        }
        // Some libraries leave threads behind.
        System.exit(0);
    }

    private static void work(Driver driver, Map<String, String> options, Talk talk) throws Exception {
        Ledger ledger = new Ledger();
        // What waits already would otherwise begin before anybody could announce it.
        if (options.containsKey("expect")) {
            expect(ledger, List.of(options.get("expect").split(":")));
        }
        Duration time = Duration.ofMillis(Long.parseLong(options.getOrDefault("work-ms", "0")));
        boolean holds = Boolean.parseBoolean(options.getOrDefault("holds", "false"));
        AutoCloseable working = driver.work(options, new Stages(ledger, time, holds, talk));
        talk.serve(words -> switch (words.get(0)) {
            case "expect" -> {
                expect(ledger, words.subList(1, 4));
                yield "expecting";
            }
            case "count" -> Integer.toString(ledger.count(words.get(1)));
            case "take" -> Talk.times(ledger.take(words.get(1)));
            default -> throw new IllegalArgumentException("a worker knows no " + words.get(0));
        });
        working.close();
    }

    /** The round, how many jobs it has, and how many stages each. */
    private static void expect(Ledger ledger, List<String> words) {
        ledger.expect(words.get(0), Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2)));
    }

    private static void produce(Driver driver, Map<String, String> options, Talk talk) throws Exception {
        try (Caller caller = driver.call(options)) {
            talk.serve(words -> {
                int jobs = Integer.parseInt(words.get(3));
                Pace pace = new Pace(caller, Shape.named(words.get(1)), words.get(2), jobs);
                return switch (words.get(0)) {
                    // single <shape> <round> <jobs> <in flight> <per second>
                    case "single" ->
                        Talk.times(pace.single(Integer.parseInt(words.get(4)), Double.parseDouble(words.get(5))));
                    // bulk <shape> <round> <jobs> <size>
                    case "bulk" -> Talk.times(pace.bulk(Integer.parseInt(words.get(4))));
                    default -> throw new IllegalArgumentException("a producer knows no " + words.get(0));
                };
            });
        }
    }

    private static Map<String, String> options(List<String> pairs) {
        Map<String, String> options = new HashMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split("=", 2);
            options.put(parts[0], parts[1]);
        }
        return options;
    }
}
