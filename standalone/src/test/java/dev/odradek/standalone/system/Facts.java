package dev.odradek.standalone.system;

import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The accepted transitions among facts. */
record Facts(List<EventRecord> all) {

    /** One accepted transition. */
    record Move(EventRecord fact, Event.Moved moved) {
        String epoch() {
            return fact.entityId() + "/" + moved.axis() + "/" + moved.epoch();
        }
    }

    Stream<Move> moves() {
        return all.stream()
                .filter(fact -> fact.event() instanceof Event.Moved)
                .map(fact -> new Move(fact, (Event.Moved) fact.event()));
    }

    Stream<Move> moves(Why why) {
        return moves().filter(move -> move.moved().why() == why);
    }

    /** What moved one axis of one item, in order. */
    List<Why> whys(String item, String axis) {
        return moves().filter(move -> move.fact().entityId().equals(item)
                        && move.moved().axis().equals(axis))
                .map(move -> move.moved().why())
                .toList();
    }

    /** How often each (item, axis, epoch) was completed. */
    Map<String, Long> completions() {
        return count(moves(Why.COMPLETED), Move::epoch);
    }

    /** How often each item was completed. */
    Map<String, Long> completionsPerItem() {
        return count(moves(Why.COMPLETED), move -> move.fact().entityId());
    }

    private static Map<String, Long> count(Stream<Move> moves, Function<Move, String> by) {
        return moves.collect(Collectors.groupingBy(by, TreeMap::new, Collectors.counting()));
    }
}
