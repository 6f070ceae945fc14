package dev.odradek.stages.bench;

import dev.odradek.stages.bench.issue.Chat;
import dev.odradek.stages.bench.issue.Fixer;
import dev.odradek.stages.bench.issue.Pages;
import dev.odradek.stages.bench.task.Agents;
import dev.odradek.stages.web.Site;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The systems around the pipeline, each as far as {@code ODRADEK_SAMPLE_*} says where it is and what its key is.
 *
 * @param service Odradek's own HTTP, where artifacts are kept
 * @param builds where builds are asked for
 * @param cronTasks the prompts of a day's cycle, parted by {@code ||}
 */
public record Outside(
        Optional<Agents> agents,
        Optional<Site> service,
        Optional<Pages> pages,
        Optional<Chat> chat,
        Optional<Fixer> fixer,
        Optional<Site> releases,
        Optional<Site> builds,
        String cronTasks) {
    public static final String ROOT = "odradek.sample.";

    /** Without anybody. */
    public static final Outside NOBODY = from(new Settings(Map.of(), Map.of()));

    public static Outside from(Settings settings) {
        return new Outside(
                text(settings, "proxy.url")
                        .map(url -> new Agents(
                                Site.at(url),
                                settings.text(ROOT + "model", "claude-sonnet-4-5"),
                                settings.duration(ROOT + "agent-timeout", Duration.ofMinutes(60)))),
                text(settings, "service.url").map(Site::at),
                site(settings, "notion.url", "https://api.notion.com", "notion.token")
                        .map(site -> site.with("Notion-Version", "2022-06-28"))
                        .map(site -> new Pages(site, databases(settings))),
                site(settings, "slack.url", "https://slack.com", "slack.token")
                        .map(site -> new Chat(site, settings.text(ROOT + "slack.channel", "bugs"))),
                site(settings, "cursor.url", "https://api.cursor.com", "cursor.key")
                        .map(Fixer::new),
                text(settings, "releases.url").map(Site::at),
                text(settings, "builds.url").map(Site::at),
                settings.text(ROOT + "cron-tasks", ""));
    }

    private static Map<String, String> databases(Settings settings) {
        Map<String, String> databases = new HashMap<>();
        for (String kind : List.of("skill", "language")) {
            text(settings, "notion." + kind + "-database").ifPresent(id -> databases.put(kind, id));
        }
        return databases;
    }

    /** Only with its key: whoever has none is not asked. */
    private static Optional<Site> site(Settings settings, String url, String usual, String key) {
        return text(settings, key)
                .map(secret -> Site.at(settings.text(ROOT + url, usual)).with("Authorization", "Bearer " + secret));
    }

    private static Optional<String> text(Settings settings, String key) {
        return Optional.of(settings.text(ROOT + key, "")).filter(text -> !text.isBlank());
    }
}
