package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Bell;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.ReadClient;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists items, once or for as long as somebody looks. */
@Command(
        name = "items",
        mixinStandardHelpOptions = true,
        description = "List items, newest first.",
        footer = {
            "",
            "Examples:",
            "  ./odradek items",
            "  ./odradek items --machine report --state failed --limit 100",
            "  ./odradek items --queue fetch --watch          drawn again whenever something changes; Ctrl-C ends it",
            "  ./odradek items --after 3:1042                 once what this token stands for is to be seen",
            "  ./odradek items --json | jq '.items[].id'      .next is the cursor of the next page"
        })
final class ItemsVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Mixin
    private final ItemFilter filter = new ItemFilter();

    @Mixin
    private final After after = new After();

    @Option(names = "--watch", description = "Show it again whenever something changes, until Ctrl-C.")
    private boolean watch;

    @Override
    public Integer call() {
        if (watch) {
            watch();
        } else {
            JsonNode page = common.list("/v1/items", after.in(filter.query()));
            common.out().show(page, () -> text(page));
        }
        return Exit.OK.code();
    }

    private void watch() {
        Map<String, String> query = common.forTenant(filter.query());
        ReadClient reads = new ReadClient(common.whereabouts().listsUrl());
        // Only the first look waits for a token: what is seen once stays seen.
        JsonNode first = reads.get("/v1/items", after.in(query));
        try (Bell bell =
                common.whereabouts().hasBroker() ? Bell.on(common.whereabouts().connection()) : Bell.silent()) {
            new Watching(common.out(), bell, this::text).from(first, () -> reads.get("/v1/items", query));
        }
    }

    private String text(JsonNode page) {
        JsonNode items = page.path("items");
        return (items.isEmpty() ? "No item matches.\n" : ItemText.rows(items))
                + (page.hasNonNull("next")
                        ? "There are more: "
                                + common.again("--before", page.path("next").asString()) + "\n"
                        : "")
                + Common.behind(page);
    }
}
