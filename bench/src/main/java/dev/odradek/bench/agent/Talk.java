package dev.odradek.bench.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The line-by-line conversation with whoever started this process. */
final class Talk {
    /** What is told unasked. */
    static final String TOLD = "! ";

    static final String ANSWER = "= ";
    static final String FAILURE = "? ";

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream out;

    /** What libraries print must not get between the lines. */
    Talk() {
        this.out = System.out;
        System.setOut(System.err);
    }

    /** Something to do, given its words; what it returns is the answer. */
    interface Order {
        String obey(List<String> words) throws Exception;
    }

    void tell(String what) {
        print(TOLD + what);
    }

    /** Obeys until told to quit; with nobody left to tell, the process ends at once, whatever hangs in it. */
    void serve(Order order) throws IOException {
        print(ANSWER + "ready");
        for (String line = in.readLine(); !"quit".equals(line); line = in.readLine()) {
            if (line == null) {
                Runtime.getRuntime().halt(1);
                return;
            }
            try {
                print(ANSWER + order.obey(List.of(line.split(" "))));
            } catch (Exception e) {
                e.printStackTrace();
                print(FAILURE + e.toString().lines().findFirst().orElse("failed"));
            }
        }
    }

    static String times(long[] times) {
        return Arrays.stream(times).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private void print(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
