package dev.odradek.ingest.access;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a request comes from a program on this very machine, and not through a proxy or a page of somebody else. */
public final class Loopback {
    /** What proxies say of whom they ask for; one that says nothing cannot be told from a program here. */
    private static final List<String> PROXIED =
            List.of("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private Loopback() {}

    static boolean is(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** A browser may be made to ask on behalf of a page: that names its own host, or an origin that is not ours. */
    public static boolean isFrom(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        return is(request.getRemoteAddr())
                && PROXIED.stream().allMatch(name -> request.getHeader(name) == null)
                && isNoPage(request.getHeader("Sec-Fetch-Site"))
                && isName(request.getServerName())
                && (origin == null || isName(host(origin)));
    }

    private static boolean isNoPage(@Nullable String site) {
        return site == null || site.equals("none") || site.equals("same-origin");
    }

    private static boolean isName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.matches("127(\\.\\d{1,3}){3}")
                || name.matches("\\[?::1]?")
                || name.matches("\\[?0:0:0:0:0:0:0:1]?");
    }

    private static String host(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host == null ? "" : host;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
