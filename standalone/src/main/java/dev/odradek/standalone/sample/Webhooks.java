package dev.odradek.standalone.sample;

import dev.odradek.stages.bench.Bench;
import dev.odradek.stages.web.Site;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The sample's triggers and their secrets, as files for ingest; and who signs as the senders do. */
record Webhooks(Path triggers, Path secrets) {
    private static final String TOKEN = "the page store's webhook token";

    static Webhooks in(Path dir) {
        try {
            Path triggers = Files.createDirectories(dir.resolve("triggers"));
            Path secrets = Files.createDirectories(dir.resolve("secrets"));
            List<String> yamls = Bench.triggers();
            for (int i = 0; i < yamls.size(); i++) {
                Files.writeString(triggers.resolve(i + ".yaml"), yamls.get(i));
            }
            Files.writeString(secrets.resolve("NOTION_WEBHOOK_TOKEN"), TOKEN);
            Files.writeString(secrets.resolve("SLACK_SIGNING_SECRET"), "the chat's signing secret");
            return new Webhooks(triggers, secrets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the page store says that a page was approved. */
    Site.Answer approve(Site api, String page) throws IOException, InterruptedException {
        String body = "{\"page_id\":\"" + page + "\"}";
        return api.with("X-Notion-Signature", "sha256=" + hmac(body)).post("/v1/triggers/notion", Json.parse(body));
    }

    private static String hmac(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(TOKEN.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
