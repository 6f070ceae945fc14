package dev.odradek.standalone.sample;

import dev.odradek.stages.web.Site;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.service.StopWish;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What a run says over HTTP, and waits for; what does not come in time is written down as lost. */
final class Steps {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Site api;
    private final Webhooks webhooks;
    private final StopWish stop;
    private final Duration patience;
    private final Consumer<String> narrator;
    private final List<String> lost = new ArrayList<>();

    Steps(String url, Webhooks webhooks, StopWish stop, Duration patience, Consumer<String> narrator) {
        this.api = Site.at(url);
        this.webhooks = webhooks;
        this.stop = stop;
        this.patience = patience;
        this.narrator = narrator;
    }

    void say(String sentence) {
        narrator.accept(sentence);
    }

    List<String> lost() {
        return List.copyOf(lost);
    }

    /** The id of the task that a bug report made. */
    String report(String prompt) {
        return asked(() ->
                        api.post("/v1/triggers/bug", Map.of("prompt", prompt)).required("the trigger for bugs"))
                .path("id")
                .asString();
    }

    void approve(String page) {
        JsonNode answer = asked(() -> webhooks.approve(api, page).required("the trigger for pages"));
        if (answer.has("warning")) {
            lost.add("The approval of page " + page + " moved nothing: "
                    + answer.get("warning").asString());
        }
    }

    void build(Site builds) {
        asked(() -> builds.post("/baml/update", Map.of()).required("the front of builds"));
    }

    /** The item, once it is as it should be, or as it is when the patience is over. */
    JsonNode await(String what, String id, Predicate<JsonNode> asItShouldBe) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            JsonNode item = asked(() -> api.get("/v1/items/" + id).json());
            if (asItShouldBe.test(item)) {
                return item;
            }
            if (System.nanoTime() - deadline > 0) {
                lost.add(what + " " + id + " is not where it should be: " + item.path("axes"));
                return item;
            }
            if (stop.within(LOOK_AGAIN)) {
                throw new Complaint(Exit.REFUSED, "Stopped before the end, so there is no verdict; run it again.");
            }
        }
    }

    static Predicate<JsonNode> at(String axis, String state) {
        return item -> item.path("axes").path(axis).path("status").asString("").equals(state);
    }

    /** A request to a server of this process. */
    private interface Asked {
        JsonNode answer() throws IOException, InterruptedException;
    }

    private static JsonNode asked(Asked request) {
        try {
            return request.answer();
        } catch (IOException e) {
            throw new Complaint(Exit.NOT_THERE, "A server of the sample does not answer (" + e.getMessage() + ").", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint(Exit.REFUSED, "Interrupted, so there is no verdict; run it again.", e);
        }
    }
}
