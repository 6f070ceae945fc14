package dev.odradek.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;

/** Says what became of an item until the service has it, and nothing once the item may be another's. */
final class Settling {
    private static final Logger LOG = System.getLogger(Settling.class.getName());
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final OdradekClient client;

    Settling(OdradekClient client) {
        this.client = client;
    }

    void settle(Item item, Result first) throws InterruptedException {
        Result result = first;
        Duration pause = Duration.ofMillis(200);
        while (!item.cancelled()) {
            try {
                say(item.claim(), result);
                return;
            } catch (ApiException refused) {
                if (refused.isTransient()) {
                    LOG.log(Level.WARNING, "the result of {0} is said again: {1}", item.id(), refused.getMessage());
                    item.awaitSettled(shorter(refused.retryAfter() == null ? pause : refused.retryAfter())
                            .toNanos());
                    pause = shorter(pause.multipliedBy(2));
                } else if (refused.isLoss() || result instanceof Result.GiveUp) {
                    LOG.log(Level.WARNING, "the result of {0} does not count: {1}", item.id(), refused.getMessage());
                    return;
                } else {
                    // An item whose result is refused for good fails, instead of staying held.
                    result = Result.giveUp("the result was refused: " + refused.getMessage());
                }
            } catch (JacksonException unsayable) {
                result = Result.giveUp("the result can not be said: " + unsayable.getMessage());
            }
        }
        LOG.log(
                Level.WARNING,
                "{0} was stopped and has no result: it is cancelled, or may be somebody else''s by now",
                item.id());
        giveBack(List.of(item));
    }

    void giveBack(List<Item> items) {
        for (Item item : items) {
            item.fence().lost();
            try {
                client.release(item.claim());
            } catch (ApiException refused) {
                // Then it comes back by itself, or has.
                LOG.log(Level.DEBUG, "{0} was not given back: {1}", item.id(), refused.getMessage());
            }
        }
    }

    private void say(String claim, Result result) {
        result.match(new Result.Cases<Written>() {
            @Override
            public Written done(Result.Done r) {
                return client.complete(claim, r);
            }

            @Override
            public Written retry(Result.Retry r) {
                return client.retry(claim, r);
            }

            @Override
            public Written giveUp(Result.GiveUp r) {
                return client.giveUp(claim, r.reason());
            }

            @Override
            public Written failed(Result.Failed r) {
                return client.fail(claim, r.error());
            }
        });
    }

    private static Duration shorter(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
