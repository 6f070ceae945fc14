package dev.odradek.stages.bench.proxy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a run has used so far; it only grows. */
record Bill(int apiCalls, int toolCalls, long input, long output, long cacheRead, long cacheWrite) {
    static final Bill NOTHING = new Bill(0, 0, 0, 0, 0, 0);

    /** Dollars for a million tokens; good enough for an estimate, whatever the model. */
    private static final double INPUT = 3.00;

    private static final double OUTPUT = 15.00;
    private static final double CACHE_READ = 0.30;
    private static final double CACHE_WRITE = 3.75;

    /** With one more answer of the model. */
    Bill answered(JsonNode usage) {
        return new Bill(
                apiCalls + 1,
                toolCalls,
                input + usage.path("input_tokens").asLong(0),
                output + usage.path("output_tokens").asLong(0),
                cacheRead + usage.path("cache_read_input_tokens").asLong(0),
                cacheWrite + usage.path("cache_creation_input_tokens").asLong(0));
    }

    Bill usedTool() {
        return new Bill(apiCalls, toolCalls + 1, input, output, cacheRead, cacheWrite);
    }

    Map<String, Object> metrics(long wallClockMillis) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        metrics.put("turns", apiCalls);
        metrics.put("tool_calls", toolCalls);
        metrics.put("api_calls", apiCalls);
        metrics.put("input_tokens", input);
        metrics.put("output_tokens", output);
        metrics.put("cache_read_tokens", cacheRead);
        metrics.put("cache_write_tokens", cacheWrite);
        metrics.put("wall_clock_ms", wallClockMillis);
        metrics.put("estimated_cost_usd", dollars());
        return metrics;
    }

    private BigDecimal dollars() {
        double millionths = input * INPUT + output * OUTPUT + cacheRead * CACHE_READ + cacheWrite * CACHE_WRITE;
        return BigDecimal.valueOf(millionths).movePointLeft(6).setScale(6, RoundingMode.HALF_UP);
    }
}
