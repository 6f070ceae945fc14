package dev.odradek.ingest.access;

import java.util.Set;

/** Whose request it is: a controller that has one as a parameter gets that of its request. */
public record Access(String tenant, Set<Scope> scopes) {
    public Access {
        scopes = Set.copyOf(scopes);
    }
}
