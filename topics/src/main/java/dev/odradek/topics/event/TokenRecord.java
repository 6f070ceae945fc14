package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Who may use the HTTP side, as it stands on {@code tokens} under its id; never the secret itself.
 *
 * @param hash SHA-256 of the secret, in hex
 * @param scopes what it is good for; a reader skips those it does not know
 * @param name for people, to know it again
 * @param createdAt in epoch milliseconds
 */
public record TokenRecord(
        int schema, String id, String hash, String tenant, List<String> scopes, String name, long createdAt) {
    public static final int SCHEMA = 1;

    public TokenRecord {
        requireNonNull(id, "id");
        requireNonNull(hash, "hash");
        requireNonNull(tenant, "tenant");
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
        name = name == null ? "" : name;
    }
}
