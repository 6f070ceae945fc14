package dev.odradek.ingest.access;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.RawQuery;
import dev.odradek.topics.event.TokenRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds out whose request it is: by its token, or because it comes from this machine and that is enough. */
@Component
final class Bearers {
    private static final String BEARER = "Bearer ";

    private final TokenBook book;
    private final boolean open;

    Bearers(TokenBook book, IngestConfig config) {
        boolean loopback = Loopback.is(config.address());
        if (!loopback && book.isEmpty()) {
            throw new IllegalArgumentException("Ingest is to listen on " + config.address()
                    + ", which others can reach, but there is no token; start it without "
                    + IngestConfig.ROOT + "address first, create a token with ./odradek token create, and start it"
                    + " again.");
        }
        this.book = book;
        this.open = loopback && config.isLoopbackOpen();
    }

    Access of(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        return header == null ? unnamed(request) : bearer(header);
    }

    private Access bearer(String header) {
        // Names of schemes are not case-sensitive.
        Optional<TokenRecord> token = header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? book.find(header.substring(BEARER.length()).strip())
                : Optional.empty();
        return token.map(known -> new Access(known.tenant(), scopes(known), known.id()))
                .orElseThrow(() -> Problem.UNAUTHORIZED.because("The header Authorization must read Bearer"
                        + " odr_<id>_<secret> with a token that exists, but it does not; it may have been revoked."));
    }

    private Access unnamed(HttpServletRequest request) {
        if (!open || !Loopback.isFrom(request)) {
            throw Problem.UNAUTHORIZED.because("The request needs a token in the header Authorization: Bearer"
                    + " odr_<id>_<secret>, but has none; have one created with odradek token create.");
        }
        String tenant = tenant(request.getHeader("Odradek-Tenant"), request);
        if (!Tenants.isSound(tenant)) {
            throw Problem.BAD_REQUEST.because(
                    "A tenant must hold 1 to 63 letters, digits, _ and -, but Odradek-Tenant or ?tenant= does not.");
        }
        return new Access(tenant, EnumSet.allOf(Scope.class), null);
    }

    private static String tenant(@Nullable String header, HttpServletRequest request) {
        return header != null
                ? header
                : RawQuery.of(request.getQueryString()).first("tenant").orElse(Tenants.DEFAULT);
    }

    private static Set<Scope> scopes(TokenRecord token) {
        return token.scopes().stream()
                .flatMap(label -> Scope.named(label).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
