package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs initdb and pg_ctl as a user they accept. */
final class PostgresPrograms {
    private final Path home;
    private final boolean root = "root".equals(System.getProperty("user.name"));

    PostgresPrograms(Path home) {
        this.home = home;
    }

    /** Starts the program; its output is read by {@link #said} or by nobody. */
    Process start(String program, List<String> args) {
        List<String> command = new ArrayList<>();
        // PostgreSQL refuses root. In a user namespace of its own root is nobody, and the files are still root's.
        if (root) command.addAll(List.of("unshare", "--user"));
        command.add(home.resolve("bin").resolve(program).toString());
        command.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "UTC");
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new LocalClusterException(
                    "PostgreSQL's " + program + " cannot be run (" + e.getMessage() + "); remove " + home
                            + " to have it unpacked again, or " + PostgresBinaries.WAY_OUT + "." + ifRoot(),
                    e);
        }
    }

    /** Runs it to its end, which must be a good one. */
    void run(String program, List<String> args) {
        Process process = start(program, args);
        try {
            String said = said(process);
            // Not to be interrupted: a close on an interrupted thread must still stop the server.
            int code = process.onExit().join().exitValue();
            if (code == 0) return;
            throw new LocalClusterException("PostgreSQL's " + program + " ended with exit code " + code
                    + "; mend what it says, or " + PostgresBinaries.WAY_OUT + "." + ifRoot() + " It said: " + said);
        } catch (IOException e) {
            throw new LocalClusterException("PostgreSQL's " + program + " could not be heard; start again.", e);
        }
    }

    /** What the program prints to its end. */
    static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** What may be wrong besides, where we had to give root up. */
    String ifRoot() {
        return root ? " As root it needs unshare and user namespaces; without them, start as another user." : "";
    }
}
