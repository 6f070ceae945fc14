package dev.odradek.reaper.stream;

import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.reaper.deadline.Watched;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What others want to know of the timers; answered on the thread that owns them, at its next tick. */
public final class Questions {
    private record Question(List<String> slots, CompletableFuture<Map<String, Watched>> answer) {}

    private final Map<Integer, Queue<Question>> open = new ConcurrentHashMap<>();

    /** The timers in these slots, as far as there are any; nothing is answered for a partition that is elsewhere. */
    public CompletableFuture<Map<String, Watched>> ask(int partition, List<String> slots) {
        CompletableFuture<Map<String, Watched>> answer = new CompletableFuture<>();
        Queue<Question> waiting = open.computeIfAbsent(partition, p -> new ConcurrentLinkedQueue<>());
        // Whoever asks about a partition that is elsewhere gives up; such questions must not pile up.
        waiting.removeIf(question -> question.answer().isDone());
        waiting.add(new Question(List.copyOf(slots), answer));
        return answer;
    }

    void answer(int partition, Reaper reaper) {
        Queue<Question> waiting = open.get(partition);
        if (waiting == null) {
            return;
        }
        for (Question next = waiting.poll(); next != null; next = waiting.poll()) {
            Map<String, Watched> found = new TreeMap<>();
            for (String slot : next.slots()) {
                reaper.watched(slot).ifPresent(watched -> found.put(slot, watched));
            }
            next.answer().complete(found);
        }
    }
}
