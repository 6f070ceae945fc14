package dev.odradek.stages.web;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who answers which path: {@code /pages/{id}} matches one segment in its braces. The first that fits is taken. */
public final class Routes implements Answering {
    private final List<Route> routes = new CopyOnWriteArrayList<>();

    private record Route(String method, List<String> pattern, Answering answering) {
        Optional<Map<String, String>> fit(Request request) {
            List<String> path = segments(request.path());
            if (!method.equals(request.method()) || path.size() != pattern.size()) {
                return Optional.empty();
            }
            Map<String, String> parts = new HashMap<>();
            for (int i = 0; i < path.size(); i++) {
                String wanted = pattern.get(i);
                if (wanted.startsWith("{")) {
                    parts.put(wanted.substring(1, wanted.length() - 1), path.get(i));
                } else if (!wanted.equals(path.get(i))) {
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
        routes.add(new Route(method, segments(pattern), answering));
        return this;
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
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
