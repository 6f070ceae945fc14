package dev.odradek.stages.bench.trophy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Something wrong that a run came across. Pure.
 *
 * @param callIndex which call of the run showed it; each call shows it once
 */
public record Finding(String kind, String title, String detail, int callIndex, boolean tentative) {
    static final Set<String> KINDS = Set.of("skill", "language");

    /** What an agent is told and given, rather than the language it writes. */
    private static final Pattern ABOUT_SKILL = Pattern.compile("\\b(prompt|skill|agent|tool|instructions?)\\b");

    private static final Pattern OTHER_THAN_WORDS = Pattern.compile("[^a-z0-9]+");

    /** The findings of a trophy; one of an unknown kind or without a title is passed over. */
    static List<Finding> of(JsonNode trophy) {
        List<Finding> findings = new ArrayList<>();
        for (JsonNode each : trophy.path("findings")) {
            String title = each.path("title").asString("").strip();
            classify(each, title)
                    .filter(kind -> !title.isEmpty())
                    .ifPresent(kind -> findings.add(new Finding(
                            kind,
                            title,
                            each.path("detail").asString(""),
                            each.path("call_index").asInt(-1),
                            each.path("tentative").asBoolean(false))));
        }
        return findings;
    }

    /** As the finding says, or else by its title. */
    private static Optional<String> classify(JsonNode finding, String title) {
        if (finding.hasNonNull("kind")) {
            return Optional.of(finding.get("kind").asString("")).filter(KINDS::contains);
        }
        boolean skill = ABOUT_SKILL.matcher(title.toLowerCase(Locale.ROOT)).find();
        return Optional.of(skill ? "skill" : "language");
    }

    /** The same for the same fault in other letters, so that whoever finds it finds the same issue. */
    String issueKey() {
        String words = OTHER_THAN_WORDS
                .matcher(title.toLowerCase(Locale.ROOT))
                .replaceAll(" ")
                .strip();
        return "issue/" + kind + "/" + words.replace(' ', '-');
    }
}
