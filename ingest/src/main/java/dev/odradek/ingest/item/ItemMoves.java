package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Commands.Decided;
import dev.odradek.ingest.item.Intake.Accepted;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Refusal;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells the core what is to become of an item, on the partition where the item is. */
@Component
final class ItemMoves {
    private final Commands commands;
    private final Lookup lookup;

    ItemMoves(Commands commands, Lookup lookup) {
        this.commands = commands;
        this.lookup = lookup;
    }

    /** @param key that decides the item's partition; absent: its own id, or else what the reads say */
    CompletableFuture<Accepted> tell(String tenant, @Nullable String key, ItemCommand command) {
        return answer(tenant, key, command).thenApply(answer -> accepted(command, Commands.decided(answer)));
    }

    /** The same for what need not be done if it has come about already. */
    CompletableFuture<String> end(String tenant, @Nullable String key, ItemCommand command) {
        return answer(tenant, key, command)
                .thenApply(answer -> isRefused(answer, Refusal.ENDED)
                        ? ""
                        : Commands.decided(answer).token());
    }

    /** Most items are on the partition of their own id: only of the others it must be looked up. */
    private CompletableFuture<AnswerRecord> answer(String tenant, @Nullable String key, ItemCommand command) {
        if (key != null) {
            return commands.answer(tenant, key, command);
        }
        return commands.answer(tenant, command.itemId(), command)
                .thenCompose(answer -> isRefused(answer, Refusal.UNKNOWN_ITEM)
                        ? lookup.partitionKey(tenant, command.itemId())
                                .thenCompose(found -> found.filter(other -> !other.equals(command.itemId()))
                                        .map(other -> commands.answer(tenant, other, command))
                                        .orElseGet(() -> CompletableFuture.completedFuture(answer)))
                        : CompletableFuture.completedFuture(answer));
    }

    private static Accepted accepted(ItemCommand command, Decided decided) {
        return new Accepted(command.itemId(), decided.token());
    }

    private static boolean isRefused(AnswerRecord answer, Refusal reason) {
        return answer.answer() instanceof Denied denied && denied.reason() == reason;
    }
}
