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

    /** Starts the program; what it prints is for {@link #run} or for nobody. */
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
                    "PostgreSQL's " + program + " does not run on this machine (" + e.getMessage() + "); " + remedy()
                            + ".",
                    e);
        }
    }

    /** Runs it to its end, which must be a good one. */
    void run(String program, List<String> args) {
        Process process = start(program, args);
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code == 0) return;
            throw new LocalClusterException("PostgreSQL's " + program + " ended with exit code " + code + "; "
                    + remedy() + ". It said: " + printed.strip());
        } catch (IOException e) {
            throw new LocalClusterException("PostgreSQL's " + program + " could not be heard; start again.", e);
        } catch (InterruptedException e) {
            process.destroy();
            throw interrupted(e);
        }
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for PostgreSQL", e);
    }

    private String remedy() {
        return root
                ? "as root it needs a user namespace (unshare), so start as another user or " + PostgresBinaries.WAY_OUT
                : "mend what it says below or " + PostgresBinaries.WAY_OUT;
    }
}
