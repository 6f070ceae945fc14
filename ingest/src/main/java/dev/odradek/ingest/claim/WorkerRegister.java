package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who works, and on what, as the heartbeats of all of them tell; whoever is silent for a minute is forgotten. */
final class WorkerRegister {
    static final long FORGOTTEN_AFTER = 60_000;
    /** Whoever is there names all that it holds every second or two: what it does not name, it has put down. */
    private static final long STILL_HELD = 2_500;

    private static final int MOST = 20_000;
    private static final Pattern OWN_ID = Pattern.compile("(.+)-[^-]+-\\d+-[0-9a-f]{6}");

    private record Name(String tenant, String worker) {}

    /** What a worker said last of something it holds. */
    private record Named(Held held, long at) {}

    private static final class Entry {
        private final Map<String, Named> named = new HashMap<>();
        private @Nullable String role;
        private long lastSeen;
    }

    /** A worker as it is seen. */
    record Seen(String worker, @Nullable String role, String state, List<Work> currentItems, long lastSeen) {}

    /** What a worker holds, and how far it is. */
    record Work(
            String id,
            String axis,
            @Nullable Double progress,
            @Nullable String note) {}

    private final Map<Name, Entry> byName = new HashMap<>();

    synchronized void heard(String tenant, Presence presence, long at) {
        Name name = new Name(tenant, presence.worker());
        if (!byName.containsKey(name) && byName.size() >= MOST) {
            return;
        }
        Entry entry = byName.computeIfAbsent(name, none -> new Entry());
        entry.lastSeen = Math.max(entry.lastSeen, at);
        entry.role = presence.role() == null ? entry.role : presence.role();
        presence.held().forEach(held -> entry.named.put(held.itemId() + "/" + held.axis(), new Named(held, at)));
        entry.named.values().removeIf(each -> entry.lastSeen - each.at() >= STILL_HELD);
    }

    /** @param now by the broker's clock, as far as it is known */
    synchronized List<Seen> workers(String tenant, long now) {
        forget(now);
        List<Seen> seen = new ArrayList<>();
        byName.forEach((name, entry) -> {
            if (name.tenant().equals(tenant)) {
                seen.add(seen(name.worker(), entry));
            }
        });
        seen.sort(Comparator.comparing(Seen::worker));
        return seen;
    }

    private static Seen seen(String worker, Entry entry) {
        List<Work> held = entry.named.values().stream()
                .map(Named::held)
                .map(each -> new Work(each.itemId(), each.axis(), each.progress(), each.note()))
                .sorted(Comparator.comparing(Work::id))
                .toList();
        String role = entry.role == null ? roleIn(worker) : entry.role;
        return new Seen(worker, role, held.isEmpty() ? "idle" : "busy", held, entry.lastSeen);
    }

    /** Whoever says nothing of its role may have an id that does. */
    private static @Nullable String roleIn(String worker) {
        Matcher own = OWN_ID.matcher(worker);
        return own.matches() ? own.group(1) : null;
    }

    synchronized void forget(long now) {
        byName.values().removeIf(entry -> now - entry.lastSeen > FORGOTTEN_AFTER);
    }
}
