package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.odradek.client.ApiException;
import dev.odradek.client.Result;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.standalone.service.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A worker over HTTP that is killed")
class WorkerKilledIT {
    private static final Map<String, String> PUSHED = Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "10m");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("A23 another gets its item within 10 s by lost presence; its late completion is told who holds it now")
    void anotherGetsIt() throws Exception {
        EnumSet<Service> services = EnumSet.allOf(Service.class);
        services.remove(Service.READ_MODEL);
        try (RunningOdradek odradek = RunningOdradek.in(dir.resolve("data"), services, Map.of());
                Api api = new Api(odradek.url())) {
            api.define("kill", "30m");
            String item = api.post("kill", Map.of("ms", 120_000));
            try (Child doomed = Child.scripted(odradek.url(), "kill", dir.resolve("doomed.txt"), PUSHED)) {
                eventually(() -> assertThat(doomed.printed()).contains("started " + item));
                try (Child heir = Child.scripted(odradek.url(), "kill", dir.resolve("heir.txt"), PUSHED)) {
                    eventually(() -> assertThat(api.workers().valueStream())
                            .anyMatch(seen -> seen.path("worker").asString().contains("-" + heir.pid() + "-")));

                    long killed = System.nanoTime();
                    doomed.kill();
                    eventually(() -> assertThat(heir.printed()).contains("started " + item));

                    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(10));
                    assertThat(api.axis(item).path("attempts").asInt()).isEqualTo(2);
                    ApiException late = catchThrowableOfType(
                            ApiException.class, () -> api.client().complete(claim(doomed, item), Result.done()));
                    assertThat(late.status()).isEqualTo(409);
                    assertThat(late.code()).isEqualTo("stale_claim");
                    assertThat(late.problem().path("holder").toString()).contains("-" + heir.pid() + "-");
                    assertThat(api.state(item)).isEqualTo("doing");
                }
            }
        }
    }

    private static String claim(Child worker, String item) {
        Matcher started = Pattern.compile("started " + item + " (\\S+)").matcher(worker.printed());
        assertThat(started.find()).isTrue();
        return started.group(1);
    }
}
