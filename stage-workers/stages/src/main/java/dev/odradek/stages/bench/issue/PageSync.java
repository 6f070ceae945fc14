package dev.odradek.stages.bench.issue;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.bench.Core;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Shows an issue on a page; a page is created once, and from then on written over. */
public record PageSync(Optional<Pages> pages, Core core, Moments moments) implements Handler {
    private static final Logger LOG = LoggerFactory.getLogger(PageSync.class);

    @Override
    public Result handle(Work work) throws Exception {
        JsonNode issue = work.payload();
        String kind = issue.path("kind").asString("");
        String database = pages.map(all -> all.databases().get(kind)).orElse(null);
        if (pages.isEmpty() || database == null) {
            LOG.atWarn().addKeyValue("item", work.itemId()).log("no pages are configured for issues of kind {}", kind);
            return Result.done();
        }
        String page = page(pages.get(), work, database);
        moments.reached(Moment.PAGE_WRITTEN, work.itemId());
        // Refused if it is further than open: nobody is sent back.
        core.tell(new Transition(work.itemId(), "status", "confirmed", null));
        work.spawn(known(work, page));
        return Result.done().patch(Map.of("page", page));
    }

    private static String page(Pages pages, Work work, String database) throws IOException, InterruptedException {
        JsonNode issue = work.payload();
        String page =
                issue.hasNonNull("page") ? issue.get("page").asString() : pages.pageOf(work.itemId(), issue, database);
        // Also one that is new here: it may have been created by an earlier try, with less evidence.
        pages.write(page, work.itemId(), issue);
        return page;
    }

    /** The item by which a webhook finds the issue; it is found by the page's id alone. */
    private static NewItem known(Work work, String page) {
        String id = Ids.forKey(work.tenant(), "notion/" + page);
        JsonNode payload = Json.mapper().valueToTree(Map.of("issue", work.itemId()));
        return new NewItem(id, "page", 0, id, payload, 0);
    }
}
