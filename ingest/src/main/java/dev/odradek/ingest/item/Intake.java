package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Commands;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.route.Ids;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.springframework.stereotype.Component;

/** Takes in items, whichever way they come; each is checked alike. */
@Component
public final class Intake {
    private final Commands commands;
    private final Counter accepted;
    private final Set<String> knownMachines = ConcurrentHashMap.newKeySet();

    Intake(Commands commands, MeterRegistry meters) {
        this.commands = commands;
        this.accepted = Counter.builder("odradek.ingest.items")
                .description("Items taken in")
                .register(meters);
    }

    /** The item as it is to be created, or a problem that says what is wrong with it. */
    public NewItem draft(String tenant, ItemBody body) {
        return Drafts.of(tenant, body);
    }

    /**
     * Completes when the item is safe with the broker.
     *
     * <p>Of a machine that nothing was posted to yet, the core is asked first whether there is one.
     */
    public CompletableFuture<Accepted> post(String tenant, NewItem item) {
        return knows(tenant, item.machine())
                ? commands.send(create(tenant, item)).thenApply(written -> {
                    accepted.increment();
                    return new Accepted(item.itemId(), written.partition() + ":" + written.offset());
                })
                : decide(tenant, item);
    }

    /** Completes when the core has taken the item, or has taken the same before; a refusal is a problem. */
    public CompletableFuture<Accepted> decide(String tenant, NewItem item) {
        return commands.ask(tenant, item.ownKey(), new Create(item, null)).thenApply(decided -> {
            knownMachines.add(tenant + "/" + item.machine());
            accepted.increment();
            return new Accepted(item.itemId(), decided.token());
        });
    }

    /**
     * The same for a wish with an id and an origin of its own: however often it comes, it counts once.
     *
     * <p>An id that stands for other content was taken before; with the machine known, nobody would have been told.
     */
    public CompletableFuture<Accepted> post(CommandRecord create, NewItem item, Headers headers) {
        if (knows(create.tenant(), item.machine())) {
            return commands.send(create, headers).thenApply(written -> {
                accepted.increment();
                return new Accepted(item.itemId(), written.partition() + ":" + written.offset());
            });
        }
        return commands.answer(create, headers).thenApply(answer -> {
            boolean taken = answer.answer() instanceof Answer.Denied denied && denied.reason() == Refusal.CONFLICT;
            if (!taken) {
                Commands.decided(answer);
                knownMachines.add(create.tenant() + "/" + item.machine());
                accepted.increment();
            }
            return new Accepted(item.itemId(), Commands.token(List.of(answer)));
        });
    }

    boolean knows(String tenant, String machine) {
        return knownMachines.contains(tenant + "/" + machine);
    }

    void count() {
        accepted.increment();
    }

    static CommandRecord create(String tenant, NewItem item) {
        return CommandRecord.of(tenant, Ids.fresh(), item.ownKey(), new Create(item, null));
    }

    /**
     * What a producer gets for an item.
     *
     * @param token a read with {@code ?after=} it sees the item
     */
    public record Accepted(String id, String token) {}
}
