package dev.odradek.standalone.client;

import dev.odradek.topics.route.Reaping;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** Has everything that is due taken back at once, and waits, within bounds, for how many leases that were. */
public final class ReapNow {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ReapNow() {}

    public static long on(Connection wanted, String tenant) {
        Connection connection = BrokerProbe.reach(wanted);
        try (Admin admin = Admin.create(connection.clientProperties());
                Reaping reaping = new Reaping(BrokerProbe.fitted(connection, admin))) {
            return reaping.now(tenant).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Complaint(
                    Exit.NOT_THERE,
                    "No reaper-job answered for every partition within " + PATIENCE.toSeconds() + " s on the broker at "
                            + connection.bootstrap() + "; start one with ./odradek up --only reaper-job.",
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint(Exit.REFUSED, "Interrupted while waiting for the reaper-job; ask again.", e);
        }
    }
}
