package dev.odradek.standalone.cli;

import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.access.Tokens;
import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.topics.event.TokenRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who may use HTTP. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = {
            "List, create and revoke the tokens of HTTP. They are kept in Kafka, and of each secret only a hash;",
            "every ingest knows of a change at once."
        },
        footer = {
            "",
            "Examples:",
            "  ./odradek token",
            "  ./odradek token create --tenant acme --scope work,read --name worker-1",
            "  ./odradek token revoke 5f0c1a2b3c4d"
        })
final class TokenVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Override
    public Integer call() {
        return list(common);
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the tokens of all tenants, oldest first; their secrets nobody knows.",
            footer = {"", "Examples:", "  ./odradek token list --json"})
    static int list(@Mixin Common common) {
        List<TokenRecord> tokens = tokens(common).list();
        common.out().show(tokens.stream().map(TokenVerb::shown).toList(), () -> {
            if (tokens.isEmpty()) {
                return "There is no token; create one with ./odradek token create.";
            }
            Table table = new Table("ID", "TENANT", "SCOPES", "CREATED", "NAME");
            tokens.forEach(each ->
                    table.row(each.id(), each.tenant(), String.join(",", each.scopes()), created(each), each.name()));
            return table.toString();
        });
        return Exit.OK.code();
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Create a token for a tenant and print it; it cannot be shown again.",
            footer = {
                "",
                "Scopes: trigger posts items, work claims and completes them, read sees them, operate moves them by",
                "hand, defines machines and pauses queues.",
                "",
                "Examples:",
                "  ./odradek token create --tenant acme --scope work,read --name worker-1",
                "  export SERVICE_TOKEN=$(./odradek token create --scope trigger --name ci)"
            })
    static int create(
            @Mixin Common common,
            @Option(
                            names = "--scope",
                            required = true,
                            split = ",",
                            paramLabel = "SCOPE",
                            description = "What it is good for: trigger, work, read, operate.")
                    List<String> scopes,
            @Option(names = "--name", paramLabel = "NAME", defaultValue = "", description = "To know it again by.")
                    String name) {
        Set<Scope> wanted = EnumSet.noneOf(Scope.class);
        scopes.forEach(label -> wanted.add(Scope.named(label.strip())
                .orElseThrow(() -> new IllegalArgumentException(
                        "--scope must name some of " + Scope.labels() + ", was " + label))));
        Tokens.Created created = tokens(common).create(common.tenant(), wanted, name);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("token", created.token());
        shown.putAll(shown(created.record()));
        common.out().show(shown, created::token);
        return Exit.OK.code();
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revoke a token: whoever shows it from now on is refused.",
            footer = {"", "Examples:", "  ./odradek token revoke 5f0c1a2b3c4d"})
    static int revoke(
            @Mixin Common common, @Parameters(paramLabel = "ID", description = "The token, as listed.") String id) {
        if (!tokens(common).revoke(id)) {
            throw new Complaint(
                    Exit.NOT_FOUND, "There is no token " + id + "; list those there are with ./odradek token list.");
        }
        common.out().show(Map.of("revoked", id), () -> "Token " + id + " is revoked.");
        return Exit.OK.code();
    }

    private static Tokens tokens(Common common) {
        return Tokens.of(BrokerProbe.reach(common.whereabouts().connection()));
    }

    /** Without the hash: it is of no use to anybody, and looks like a secret. */
    private static Map<String, Object> shown(TokenRecord token) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", token.id());
        shown.put("tenant", token.tenant());
        shown.put("scopes", token.scopes());
        shown.put("created_at", created(token));
        shown.put("name", token.name());
        return shown;
    }

    private static String created(TokenRecord token) {
        return Instant.ofEpochMilli(token.createdAt())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
