package dev.odradek.ingest.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is: a controller that has one as a parameter gets that of its request.
 *
 * @param tokenId of the token that was shown; absent: it comes from this machine, and that is enough
 */
public record Access(
        String tenant, Set<Scope> scopes, @Nullable String tokenId) {
    public Access {
        scopes = Set.copyOf(scopes);
    }
}
