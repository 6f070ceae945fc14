package dev.odradek.ingest.item;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.access.Tenants;
import dev.odradek.ingest.http.AddsWork;
import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.route.LetterId;
import dev.odradek.topics.route.Redrive;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Sends dead letters again to where they came from. */
@RestController
final class RedriveController implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RedriveController.class);
    private static final int MOST = 1_000;

    private final Connection connection;
    /** One after the other: two at once could send the same letter twice. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread redrive = new Thread(work, "redrive");
        redrive.setDaemon(true);
        return redrive;
    });

    RedriveController(Connection connection) {
        this.connection = connection;
    }

    /**
     * Which letters.
     *
     * @param again also if they have been sent again before
     */
    record RedriveBody(
            @Nullable List<@Nullable String> ids,
            @Nullable Boolean all,
            @Nullable Boolean again) {}

    @Needs(Scope.OPERATE)
    @AddsWork
    @PostMapping("/v1/dead-letters/redrive")
    CompletableFuture<Redrive.Done> redrive(Access access, @RequestBody RedriveBody body) {
        if (!access.tenant().equals(Tenants.DEFAULT)) {
            throw Problem.FORBIDDEN.because("Dead letters are of all tenants; ask with a token of tenant "
                    + Tenants.DEFAULT + " that has the scope operate.");
        }
        boolean all = Boolean.TRUE.equals(body.all());
        SortedSet<LetterId> wanted = letters(body.ids() == null ? List.of() : body.ids());
        if (all != wanted.isEmpty()) {
            throw Problem.BAD_REQUEST.because("ids must name the letters to send again, or all be true, not both.");
        }
        boolean again = Boolean.TRUE.equals(body.again());
        return CompletableFuture.supplyAsync(() -> send(wanted, again), thread);
    }

    private Redrive.Done send(SortedSet<LetterId> wanted, boolean again) {
        try (Redrive redrive = Redrive.open(connection)) {
            return wanted.isEmpty() ? redrive.all() : redrive.these(wanted, again);
        } catch (KafkaException e) {
            LOG.atWarn().setCause(e).log("dead letters could not be sent again");
            throw Problem.BROKER_AWAY.because(
                    "Kafka has not taken every letter; those it has are marked, so ask again.");
        }
    }

    private static SortedSet<LetterId> letters(List<@Nullable String> ids) {
        if (ids.size() > MOST) {
            throw Problem.BAD_REQUEST.because("ids must name at most " + MOST + " letters, or all be true.");
        }
        SortedSet<LetterId> wanted = new TreeSet<>();
        for (String each : ids) {
            try {
                wanted.add(LetterId.parse(String.valueOf(each)));
            } catch (IllegalArgumentException e) {
                throw Problem.BAD_REQUEST.because(e.getMessage() + ".");
            }
        }
        return wanted;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
