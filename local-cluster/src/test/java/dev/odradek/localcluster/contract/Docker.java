package dev.odradek.localcluster.contract;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether containers can be started here, found out without asking anyone who might hang. */
final class Docker {
    static final String ABSENT =
            "no Docker here: neither DOCKER_HOST nor /var/run/docker.sock; the embedded broker is tested instead";

    private Docker() {}

    static boolean isPresent() {
        return Optional.ofNullable(System.getenv("DOCKER_HOST"))
                        .filter(host -> !host.isBlank())
                        .isPresent()
                || Files.exists(Path.of("/var/run/docker.sock"));
    }
}
