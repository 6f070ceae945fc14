package dev.odradek.standalone.sample;

import static dev.odradek.standalone.sample.Steps.at;

import dev.odradek.stages.bench.Bench;
import dev.odradek.stages.bench.Stage;
import dev.odradek.topics.route.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The whole path of a bug report, with a worker of each kind killed in the middle of it. */
final class Drill {
    /** In the order of the path. */
    static final List<Stage> KILLED =
            List.of(Stage.BUILD, Stage.TASK, Stage.TROPHY, Stage.SYNC, Stage.APPROVAL, Stage.FIX);

    private static final int FINDINGS = 3;

    private final Steps steps;
    private final World world;
    private final Victims victims;
    private final Bench bench;

    Drill(Steps steps, World world, Victims victims, Bench bench) {
        this.steps = steps;
        this.world = world;
        this.victims = victims;
        this.bench = bench;
    }

    Verdict run() {
        world.findings(FINDINGS);
        steps.build(world.builds());
        strike(Stage.BUILD);
        String task = steps.report("Try what is new in " + world.sha());
        steps.say("A bug was reported: task " + task + ".");
        strike(Stage.TASK);
        steps.await("task", task, at("status", "done"));
        String trophy = Ids.derived(Sample.TENANT, task, "trophy");
        steps.say("The task is done; its trophy is " + trophy + ".");
        // The dedup waits for whoever syncs, so that one must fall before the trophy is done.
        strike(Stage.TROPHY);
        strike(Stage.SYNC);
        List<String> issues = issues(steps.await("trophy", trophy, at("status", "done")));
        steps.say("The trophy is deduped into " + issues.size() + " issues.");
        List<String> pages = issues.stream().map(this::shown).toList();
        steps.say("Each issue is confirmed and on a page of its own. Somebody approves the pages.");
        pages.forEach(steps::approve);
        strike(Stage.APPROVAL);
        // All of them: whoever falls between a launch and its note leaves that note unsaid, as it is meant to be.
        strike(Stage.FIX, issues.size());
        issues.forEach(issue -> steps.await("issue", issue, Drill::dispatched));
        steps.say("All fixes are dispatched; the issues stay in fixing, and nobody holds them.");
        steps.await("build", Ids.forKey(Sample.TENANT, "build/" + world.sha()), at("status", "ready"));
        return judge(task, issues);
    }

    /** Kills a worker in the middle of so many items, and starts another of its kind. */
    private void strike(Stage stage) {
        strike(stage, 1);
    }

    private void strike(Stage stage, int held) {
        String item = victims.kill(stage, held);
        bench.start(List.of(stage));
        steps.say("Killed the worker of queue " + stage.queue() + " with SIGKILL in the middle of " + item
                + "; another takes over when it has been silent for 4 s.");
    }

    private static List<String> issues(JsonNode trophy) {
        List<String> ids = new ArrayList<>();
        trophy.path("payload").path("issues").forEach(id -> ids.add(id.asString()));
        return ids;
    }

    /** The page of an issue, once a webhook can find the issue by it. */
    private String shown(String issue) {
        Predicate<JsonNode> shown = at("sync", "synced").and(at("status", "confirmed"));
        String page =
                steps.await("issue", issue, shown).path("payload").path("page").asString("");
        steps.await("page", Ids.forKey(Sample.TENANT, "notion/" + page), at("status", "watched"));
        return page;
    }

    private static boolean dispatched(JsonNode issue) {
        return at("status", "fixing").test(issue)
                && !issue.path("axes").path("status").hasNonNull("claimed_by")
                && issue.path("payload").has("fix_agent");
    }

    private Verdict judge(String task, List<String> issues) {
        List<String> lost = new ArrayList<>(steps.lost());
        int pages = issues.stream()
                .mapToInt(issue -> world.pages().showing(issue).size())
                .sum();
        expect(lost, "issues", FINDINGS, issues.size());
        expect(lost, "pages", FINDINGS, pages);
        expect(lost, "fixes", FINDINGS, world.fixes(issues));
        expect(lost, "notes in the chat", FINDINGS, world.notes());
        return new Verdict(
                task,
                1,
                issues.size(),
                pages,
                world.fixes(issues),
                world.notes(),
                KILLED.stream().map(Stage::queue).toList(),
                world.calls(),
                lost);
    }

    private static void expect(List<String> lost, String what, int wanted, int found) {
        if (found != wanted) {
            lost.add("There should be " + wanted + " " + what + ", and there are " + found + ".");
        }
    }
}
