package dev.odradek.topics.route;

import dev.odradek.topics.format.WholeText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ids: fresh ones at the edges, derived ones wherever the same cause must give the same id. */
public final class Ids {
    private Ids() {}

    public static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** The id of the item that a tenant's idempotency key stands for: a retry lands on the same partition. */
    public static String forKey(String tenant, String idempotencyKey) {
        if (!WholeText.isWhole(idempotencyKey)) {
            // Hashed as UTF-8, it would be one with all keys that are broken at the same place.
            throw new BrokenTextException("The idempotency key");
        }
        return "k-" + hash(tenant + "\n" + idempotencyKey);
    }

    /**
     * The same for an item that is to lie where {@code partitionKey} says: elsewhere the same key is another item, for
     * nobody there would know of the first.
     */
    public static String forKey(String tenant, String idempotencyKey, @Nullable String partitionKey) {
        String id = forKey(tenant, idempotencyKey);
        return partitionKey == null ? id : "k-" + hash(id + "\n" + partitionKey);
    }

    /** The id of what follows from {@code parts}, the same in every replay. */
    public static String derived(String... parts) {
        return "d-" + hash(String.join("\n", parts));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
