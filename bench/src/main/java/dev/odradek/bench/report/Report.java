package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes a run down: a page, its charts, and the same for programs. */
public final class Report {
    public static final String FILE = "report.md";

    private Report() {}

    public static void write(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(FILE), new Markdown(results).render());
        Files.writeString(folder.resolve("headline.md"), new Headline(results).render());
        Files.writeString(folder.resolve("results.json"), json(results) + "\n");
        for (Metric metric : Charts.of(results)) {
            Files.writeString(folder.resolve(Charts.file(metric)), new BarChart(results, metric).svg());
        }
    }

    public static String json(Results results) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("setup", setup(results));
        results.incomplete().ifPresent(why -> all.put("incomplete", why));
        all.put("rows", results.rows().stream().map(Report::row).toList());
        return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
    }

    /** What programs are told instead. */
    public static String failure(String why, int exit) {
        Map<String, Object> failure = new LinkedHashMap<>();
        failure.put("error", why);
        failure.put("exit", exit);
        return Json.mapper().writeValueAsString(failure);
    }

    private static Map<String, Object> setup(Results results) {
        Map<String, Object> setup = new LinkedHashMap<>();
        setup.put("processor", results.setup().processor());
        setup.put("cores", results.setup().cores());
        setup.put("memory_mib", results.setup().memoryMib());
        setup.put("system", results.setup().system());
        setup.put("java", results.setup().java());
        setup.put("at", results.setup().at().toString());
        setup.put("commit", results.setup().commit());
        setup.put("command", results.setup().command());
        setup.put("repeats", results.setup().repeats());
        return setup;
    }

    private static Map<String, Object> row(Row row) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("key", row.key());
        shown.put("name", row.name());
        shown.put("ours", row.ours());
        shown.put("survives", row.survives());
        shown.put("settings", row.settings());
        row.skipped().ifPresent(why -> shown.put("skipped", why));
        Map<String, Object> figures = new TreeMap<>();
        row.figures().forEach((metric, spread) -> {
            Map<String, Object> figure = new LinkedHashMap<>();
            figure.put("median", spread.median());
            figure.put("values", spread.values());
            figure.put("unit", metric.unit());
            figures.put(metric.key(), figure);
        });
        shown.put("figures", figures);
        shown.put("notes", row.notes());
        return shown;
    }
}
