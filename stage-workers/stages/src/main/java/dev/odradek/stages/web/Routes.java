package dev.odradek.stages.web;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who answers which path: {@code /pages/{id}} matches one segment in its braces. The first that fits is taken. */
public final class Routes implements Answering {
    private final List<Route> routes = new CopyOnWriteArrayList<>();

    private record Route(String method, String[] pattern, Answering answering) {
        Optional<Map<String, String>> fit(Request request) {
            String[] path = request.path().split("/", -1);
            if (!method.equals(request.method()) || path.length != pattern.length) {
                return Optional.empty();
            }
            Map<String, String> parts = new HashMap<>();
            for (int i = 0; i < path.length; i++) {
                if (pattern[i].startsWith("{")) {
                    parts.put(pattern[i].substring(1, pattern[i].length() - 1), path[i]);
                } else if (!pattern[i].equals(path[i])) {
                    return Optional.empty();
                }
            }
            return Optional.of(parts);
        }
    }

    public Routes get(String pattern, Answering answering) {
        return on("GET", pattern, answering);
    }

    public Routes post(String pattern, Answering answering) {
        return on("POST", pattern, answering);
    }

    public Routes on(String method, String pattern, Answering answering) {
        routes.add(new Route(method, pattern.split("/", -1), answering));
        return this;
    }

    @Override
    public Reply answer(Request request) throws Exception {
        for (Route route : routes) {
            Optional<Map<String, String>> parts = route.fit(request);
            if (parts.isPresent()) {
                return route.answering().answer(request.with(parts.get()));
            }
        }
        return Reply.error(404, "nothing answers " + request.method() + " " + request.path());
    }
}
