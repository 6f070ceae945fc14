package dev.odradek.statestore.rehearse;

import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Wakeup;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happened, as people say it. */
final class Words implements Event.Cases<String>, Wakeup.Cases<String> {
    private static final Words WORDS = new Words();

    private Words() {}

    static String of(List<Event> events) {
        return events.isEmpty()
                ? "nothing"
                : events.stream().map(event -> event.match(WORDS)).collect(Collectors.joining(", then "));
    }

    @Override
    public String created(Event.Created e) {
        return "created with "
                + e.axes().entrySet().stream()
                        .map(axis -> axis.getKey() + " " + axis.getValue().state()
                                + axis.getValue().wakeup().match(this))
                        .collect(Collectors.joining(" and "));
    }

    @Override
    public String moved(Event.Moved e) {
        String why = e.why().name().toLowerCase(Locale.ROOT);
        String through = e.through() == null ? "" : " through " + e.through();
        return e.axis() + " " + why + " from " + e.from() + through + " to " + e.to() + " in attempt " + e.attempt()
                + e.wakeup().match(this);
    }

    @Override
    public String rescheduled(Event.Rescheduled e) {
        return e.axis() + " stayed" + e.wakeup().match(this);
    }

    @Override
    public String patched(Event.Patched e) {
        return "payload patched";
    }

    @Override
    public String parked(Event.Parked e) {
        return e.command().command() instanceof Create create
                ? "waited for version " + create.item().version() + " of "
                        + create.item().machine()
                : "waited for a definition";
    }

    @Override
    public String refused(Event.Refused e) {
        return e.command() + " refused ("
                + (e.message().isBlank() ? e.reason().name().toLowerCase(Locale.ROOT) : e.message()) + ")";
    }

    @Override
    public String deadLettered(Event.DeadLettered e) {
        return "dead-lettered (" + e.reason() + ")";
    }

    @Override
    public String defined(Event.Defined e) {
        return "machine " + e.machine() + " version " + e.version() + " known";
    }

    @Override
    public String levelled(Event.Levelled e) {
        return "level " + e.level();
    }

    @Override
    public String paused(Event.Paused e) {
        return "queue " + e.queue() + " paused";
    }

    @Override
    public String resumed(Event.Resumed e) {
        return "queue " + e.queue() + " resumed";
    }

    @Override
    public String scheduled(Event.Scheduled e) {
        return "schedule " + e.name() + " put";
    }

    @Override
    public String unscheduled(Event.Unscheduled e) {
        return "schedule " + e.name() + " ended";
    }

    @Override
    public String fired(Event.Fired e) {
        return "schedule " + e.name() + " fired for item " + e.itemId();
    }

    @Override
    public String dispatched(Wakeup.Dispatched w) {
        return ", offered on queue " + w.queue();
    }

    @Override
    public String leased(Wakeup.Leased w) {
        return "";
    }

    @Override
    public String backoff(Wakeup.Backoff w) {
        return ", to be tried again on queue " + w.queue();
    }

    @Override
    public String delay(Wakeup.Delay w) {
        return ", delayed for queue " + w.queue();
    }

    @Override
    public String withheld(Wakeup.Withheld w) {
        return ", in the line of queue " + w.queue();
    }

    @Override
    public String outside(Wakeup.Outside w) {
        return "";
    }

    @Override
    public String ended(Wakeup.Ended w) {
        return ", its end";
    }
}
