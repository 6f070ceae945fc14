package dev.odradek.localcluster;

import java.io.IOException;

/** Ends a child JVM when the process that started it is gone, even by SIGKILL. */
public final class ParentWatch {
    private ParentWatch() {}

    /** The parent holds the other end of standard input, so its end is the parent's. */
    public static void exitWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {}
                    } catch (IOException gone) {
                        // As good as the end of the stream.
                    }
                    System.exit(0);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
