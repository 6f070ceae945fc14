package dev.odradek.standalone.sample;

import dev.odradek.stages.bench.build.BuildFront;
import dev.odradek.stages.bench.proxy.ModelProxy;
import dev.odradek.stages.bench.proxy.ProxyConfig;
import dev.odradek.stages.fake.FakeChat;
import dev.odradek.stages.fake.FakeFixer;
import dev.odradek.stages.fake.FakeModel;
import dev.odradek.stages.fake.FakePages;
import dev.odradek.stages.fake.FakeReleases;
import dev.odradek.stages.web.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Everybody outside the pipeline, each a server in this process; and the two servers of the sample's own. */
final class World implements AutoCloseable {
    private static final String KEY = "sample-key";
    private static final String KIND = "language";

    private final FakeModel model = FakeModel.start(0, KEY);
    private final FakeReleases releases = FakeReleases.start(0);
    private final FakePages pages = FakePages.start(0, KEY);
    private final FakeChat chat = FakeChat.start(0, KEY);
    private final FakeFixer fixer = FakeFixer.start(0, KEY);
    private final String service;
    private final String run;
    private final BuildFront builds;
    private final ModelProxy proxy;

    World(String service, String tenant, String run, Path dir) {
        this.service = service;
        this.run = run;
        releases.publish(sha(), "0.9.1", "#!/bin/sh\necho checked\n");
        builds = BuildFront.start(0, Site.at(service), tenant, Optional.of(Site.at(releases.url())));
        proxy = ModelProxy.start(new ProxyConfig(
                0,
                ProxyConfig.model(model.url(), KEY),
                ProxyConfig.MODELS,
                Optional.of(Site.at(builds.url())),
                dir.resolve("proxy"),
                ProxyConfig.LONGEST));
    }

    /** The agent reports this many faults, each under a title of its own. */
    void findings(int count) {
        List<Map<String, Object>> findings = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            findings.add(Map.of("kind", KIND, "title", "Fault " + i + " of run " + run, "call_index", i));
        }
        model.thinks(asked ->
                FakeModel.Says.report(Map.of("self_report", true, "summary", "found some", "findings", findings)));
    }

    /** What workers are told of it, by key. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("proxy.url", proxy.url());
        settings.put("service.url", service);
        settings.put("notion.url", pages.url());
        settings.put("notion.token", KEY);
        settings.put("notion." + KIND + "-database", "faults");
        settings.put("slack.url", chat.url());
        settings.put("slack.token", KEY);
        settings.put("cursor.url", fixer.url());
        settings.put("cursor.key", KEY);
        settings.put("releases.url", releases.url());
        settings.put("builds.url", builds.url());
        return settings;
    }

    /** Which build is the latest; each run has its own, for the earlier ones are ready already. */
    String sha() {
        return "sha-" + run;
    }

    Site builds() {
        return Site.at(builds.url());
    }

    FakePages pages() {
        return pages;
    }

    /** How often each of them did what it was asked to, by who it is and under which key. */
    Map<String, Integer> calls() {
        Map<String, Integer> calls = new TreeMap<>();
        count(calls, "model", model.server().carriedOut());
        count(calls, "pages", pages.server().carriedOut());
        count(calls, "chat", chat.server().carriedOut());
        fixer.launched().forEach(agent -> calls.put("fixer " + agent, 1));
        return calls;
    }

    /** How often the chat was told of something of this run. */
    int notes() {
        return (int) chat.messages().stream()
                .filter(text -> text.endsWith(" of run " + run))
                .count();
    }

    /** How many of these issues somebody is fixing. */
    int fixes(List<String> issues) {
        return (int) fixer.launched().stream()
                .filter(agent -> issues.stream().anyMatch(agent::endsWith))
                .count();
    }

    /** What may be done any number of times bears no key. */
    private static void count(Map<String, Integer> calls, String who, Map<String, Integer> carriedOut) {
        carriedOut.forEach((key, times) -> {
            if (!key.isEmpty()) {
                calls.put(who + " " + key, times);
            }
        });
    }

    @Override
    public void close() {
        proxy.close();
        builds.close();
        fixer.close();
        chat.close();
        pages.close();
        releases.close();
        model.close();
    }
}
