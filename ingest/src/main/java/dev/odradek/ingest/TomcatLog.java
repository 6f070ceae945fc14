package dev.odradek.ingest;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sends what Tomcat has to say where everything else is logged, instead of to the terminal. */
final class TomcatLog {
    /** Loggers are kept by whoever configures them: nobody else holds on to this one. */
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    /** It looks for leaks of applications that come and go; ours ends with the process, and threads outlive it. */
    private static final Logger LEAKS = Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase");

    private TomcatLog() {}

    static synchronized void quiet() {
        if (TOMCAT.getUseParentHandlers()) {
            TOMCAT.setUseParentHandlers(false);
            TOMCAT.setLevel(Level.WARNING);
            LEAKS.setLevel(Level.SEVERE);
            TOMCAT.addHandler(new SLF4JBridgeHandler());
        }
    }
}
