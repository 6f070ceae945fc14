package dev.odradek.ingest.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/** Counts and times the requests of each route, and turns away those that add work while there is too much. */
@Component
final class Traffic implements HandlerInterceptor {
    private static final String BEGUN = Traffic.class.getName();

    private final LogWatch watch;
    private final MeterRegistry meters;
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();

    Traffic(LogWatch watch, MeterRegistry meters) {
        this.watch = watch;
        this.meters = meters;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // The answer to an asynchronous request passes here again.
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            return true;
        }
        request.setAttribute(BEGUN, System.nanoTime());
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(BEGUN) instanceof Long begun) {
            timer(request, response.getStatus()).record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
        }
    }

    /** For routes that add work: after it is known who asks, before the body is read. */
    HandlerInterceptor brake() {
        return new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                if (request.getDispatcherType() != DispatcherType.ASYNC
                        && handler instanceof HandlerMethod method
                        && method.hasMethodAnnotation(AddsWork.class)) {
                    watch.refuseWhileAway();
                    watch.refuseWhileOverloaded();
                }
                return true;
            }
        };
    }

    /** By the route's pattern: ids must not become labels. */
    private Timer timer(HttpServletRequest request, int status) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        String route = pattern == null ? "other" : pattern.toString();
        String method = request.getMethod();
        return timers.computeIfAbsent(
                method + " " + route + " " + status,
                key -> Timer.builder("odradek.ingest.requests")
                        .description("Requests, by route and status")
                        .tag("method", method)
                        .tag("route", route)
                        .tag("status", Integer.toString(status))
                        .register(meters));
    }
}
