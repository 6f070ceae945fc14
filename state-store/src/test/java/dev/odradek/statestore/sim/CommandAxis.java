package dev.odradek.statestore.sim;

import dev.odradek.topics.command.ItemCommand;
import org.jspecify.annotations.Nullable;

/** The axis a command is about; none for those about the whole item. */
final class CommandAxis implements ItemCommand.Cases<@Nullable String> {
    @Override
    public @Nullable String create(ItemCommand.Create c) {
        return null;
    }

    @Override
    public String claim(ItemCommand.Claim c) {
        return c.axis();
    }

    @Override
    public String complete(ItemCommand.Complete c) {
        return c.axis();
    }

    @Override
    public String fail(ItemCommand.Fail c) {
        return c.axis();
    }

    @Override
    public String release(ItemCommand.Release c) {
        return c.axis();
    }

    @Override
    public String transition(ItemCommand.Transition c) {
        return c.axis();
    }

    @Override
    public @Nullable String patch(ItemCommand.Patch c) {
        return null;
    }

    @Override
    public @Nullable String cancel(ItemCommand.Cancel c) {
        return null;
    }

    @Override
    public String requeue(ItemCommand.Requeue c) {
        return c.axis();
    }

    @Override
    public String wake(ItemCommand.Wake c) {
        return c.axis();
    }

    @Override
    public String redispatch(ItemCommand.Redispatch c) {
        return c.axis();
    }

    @Override
    public String expire(ItemCommand.Expire c) {
        return c.axis();
    }
}
