package dev.odradek.ingest.access;

import dev.odradek.ingest.http.Problem;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets a request through to its route, or not; a route that says nothing about access is closed to everybody. */
@Component
public final class Gate implements HandlerInterceptor {
    public static final String ACCESS = Access.class.getName();

    private final Bearers bearers;

    Gate(Bearers bearers) {
        this.bearers = bearers;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // The answer to an asynchronous request passes here again; it was let through before.
        if (request.getDispatcherType() == DispatcherType.ASYNC
                || !(handler instanceof HandlerMethod method)
                || method.hasMethodAnnotation(Open.class)
                || isAboutMethods(request, method)) {
            return true;
        }
        Needs needs = method.getMethodAnnotation(Needs.class);
        if (needs == null) {
            throw Problem.FORBIDDEN.because("Nobody has said who may use this route; report it.");
        }
        Access access = bearers.of(request);
        if (Arrays.stream(needs.value()).noneMatch(access.scopes()::contains)) {
            String wanted = Arrays.stream(needs.value()).map(Scope::label).collect(Collectors.joining(" or "));
            throw Problem.FORBIDDEN.because("The route needs a token with the scope " + wanted + ", but yours has "
                    + access.scopes().stream().sorted().map(Scope::label).collect(Collectors.joining(", "))
                    + "; have one created with odradek token create.");
        }
        request.setAttribute(ACCESS, access);
        return true;
    }

    /** Spring's own, which tells the methods of a route and does nothing else. */
    private static boolean isAboutMethods(HttpServletRequest request, HandlerMethod method) {
        return request.getMethod().equals("OPTIONS")
                && !AnnotatedElementUtils.hasAnnotation(method.getBeanType(), Controller.class);
    }
}
