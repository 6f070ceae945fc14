package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One metric of every row as horizontal bars on a logarithmic axis, best first, readable on light and dark. */
final class BarChart {
    private static final int WIDTH = 860;
    private static final int NAMES = 300;
    private static final int FIGURES = 130;
    private static final int BAR = 20;
    private static final int STEP = 30;
    private static final int TOP = 56;

    private static final String STYLE = """
            .page { fill: #ffffff; }
            text { font: 13px system-ui, sans-serif; fill: #24292f; }
            .title { font-size: 15px; font-weight: 600; }
            .axis { stroke: #8c959f; stroke-width: 1; opacity: 0.35; }
            .tick { font-size: 11px; fill: #57606a; }
            .ours { fill: #1a7f37; } .peer { fill: #8c959f; }
            .span { stroke: #24292f; stroke-width: 1.5; }
            @media (prefers-color-scheme: dark) {
              .page { fill: #0d1117; } text { fill: #e6edf3; } .tick { fill: #9198a1; }
              .ours { fill: #3fb950; } .peer { fill: #6e7681; } .span { stroke: #e6edf3; }
            }
            """;

    private final Metric metric;
    private final List<Row> rows;
    private final int low;
    private final int high;

    BarChart(Results results, Metric metric) {
        this.metric = metric;
        Comparator<Row> byMedian = Comparator.comparingDouble(row -> figure(row).median());
        this.rows = results.having(metric)
                .sorted(metric.moreIsBetter() ? byMedian.reversed() : byMedian)
                .toList();
        this.low = (int) Math.floor(Math.log10(least()) - 0.01);
        this.high = Math.max(low + 1, (int) Math.ceil(Math.log10(most())));
    }

    String svg() {
        int height = TOP + STEP * rows.size() + 28;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n"
                .formatted(WIDTH, height, WIDTH));
        svg.append("<style>\n").append(STYLE).append("</style>\n");
        // A page of its own: what it is shown on need not be as light or dark as the reader's screen.
        svg.append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        String better = metric.moreIsBetter() ? "longer is better" : "shorter is better";
        svg.append(text(8, 22, "title", "start", metric.workload() + " – " + metric.title()));
        svg.append(text(8, 42, "tick", "start", metric.unit() + ", logarithmic; " + better));
        for (int power = low; power <= high; power++) {
            tick(svg, power, height);
        }
        for (int i = 0; i < rows.size(); i++) {
            bar(svg, rows.get(i), TOP + STEP * i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void tick(StringBuilder svg, int power, int height) {
        double x = x(Math.pow(10, power));
        svg.append(line("axis", x, TOP - 6, x, height - 22));
        svg.append(text(x, height - 8, "tick", "middle", Text.number(Math.pow(10, power))));
    }

    private void bar(StringBuilder svg, Row row, int y) {
        Spread figure = figure(row);
        svg.append(text(NAMES - 8, y + 15, "name", "end", row.name()));
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                row.ours() ? "ours" : "peer",
                NAMES,
                y,
                Math.max(1, x(figure.median()) - NAMES),
                BAR));
        if (figure.max() > figure.min()) {
            svg.append(line("span", x(figure.min()), y + BAR / 2.0, x(figure.max()), y + BAR / 2.0));
        }
        svg.append(text(x(figure.max()) + 8, y + 15, "figure", "start", Text.number(figure.median())));
    }

    private double x(double value) {
        double share = (Math.log10(value) - low) / (high - low);
        return NAMES + Math.max(0, share) * (WIDTH - NAMES - FIGURES);
    }

    private Spread figure(Row row) {
        return row.figure(metric).orElseThrow();
    }

    private double least() {
        return rows.stream()
                .mapToDouble(row -> figure(row).min())
                .filter(value -> value > 0)
                .min()
                .orElse(1);
    }

    private double most() {
        return rows.stream().mapToDouble(row -> figure(row).max()).max().orElse(10);
    }

    private static String line(String style, double x1, double y1, double x2, double y2) {
        return String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2);
    }

    private static String text(double x, double y, String style, String anchor, String words) {
        String safe = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                safe);
    }
}
