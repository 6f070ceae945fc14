package dev.odradek.ingest;

import dev.odradek.statestore.read.Reads;
import dev.odradek.topics.format.Json;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads of a rig: single items and machines as the state-store has them; there is no read model. */
final class StoreReading implements Reading {
    private static final Pattern ITEM = Pattern.compile("/v1/items/([^/]+)");

    private final Supplier<Reads> reads;
    private final BooleanSupplier away;

    StoreReading(Supplier<Reads> reads, BooleanSupplier away) {
        this.reads = reads;
        this.away = away;
    }

    @Override
    public Answered get(String rawPath, @Nullable String rawQuery) {
        if (away.getAsBoolean()) {
            return json(503, Map.of("detail", "The reads of this rig are away."));
        }
        String tenant = Arrays.stream(String.valueOf(rawQuery).split("&"))
                .filter(pair -> pair.startsWith("tenant="))
                .map(pair -> pair.substring("tenant=".length()))
                .findFirst()
                .orElse("no tenant");
        Matcher item = ITEM.matcher(rawPath);
        if (item.matches()) {
            return reads.get()
                    .item(tenant, item.group(1))
                    .map(view -> json(200, view))
                    .orElseGet(() -> json(404, Map.of("detail", tenant + " has no such item.")));
        }
        if (rawPath.equals("/v1/machines")) {
            return json(200, Map.of("machines", reads.get().machines(tenant)));
        }
        return json(503, Map.of("detail", "A rig has no read model."));
    }

    private static Answered json(int status, Object value) {
        return new Answered(status, "application/json", Json.mapper().writeValueAsString(value));
    }
}
