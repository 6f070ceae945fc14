package dev.odradek.stages.bench;

import dev.odradek.runtime.client.Odradek;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What workers say about items that they do not hold, and whether it was refused. */
public final class Core {
    private static final long PATIENCE_SECONDS = 30;

    private final Odradek odradek;

    public Core(Odradek odradek) {
        this.odradek = odradek;
    }

    /** Empty once it is applied, now or before; items of the sample lie where their ids belong. */
    public Optional<Refusal> tell(ItemCommand command) throws IOException, InterruptedException {
        try {
            Answer answer = odradek.ask(command.itemId(), command).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return answer instanceof Answer.Denied denied ? Optional.of(denied.reason()) : Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("nobody has decided about " + command.itemId() + " yet", e);
        }
    }
}
