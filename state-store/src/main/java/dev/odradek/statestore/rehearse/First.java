package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Input;
import dev.odradek.topics.event.Event;
import java.util.List;

/**
 * Where two courses part.
 *
 * @param command the partition and offset of the recorded command
 * @param type what kind of command it was
 * @param commandId the id it was sent under
 * @param at when the broker took it, in epoch milliseconds
 * @param recorded what followed from it
 * @param rehearsed what would have followed from it
 */
public record First(String command, String type, String commandId, long at, String recorded, String rehearsed) {

    static First at(Input input, List<Event> was, List<Event> would) {
        return new First(
                input.partition() + ":" + input.offset(),
                input.record().command().type(),
                input.record().id(),
                input.appendTime(),
                Words.of(was),
                Words.of(would));
    }
}
