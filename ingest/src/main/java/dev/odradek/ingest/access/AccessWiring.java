package dev.odradek.ingest.access;

import dev.odradek.ingest.http.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the gate before every route, and hands its finding to the controllers. */
@Configuration(proxyBeanMethods = false)
class AccessWiring implements WebMvcConfigurer {
    private final Gate gate;

    AccessWiring(Gate gate) {
        this.gate = gate;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(gate).order(0);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new AccessArgument());
    }

    /** A parameter of type {@link Access}. */
    private static final class AccessArgument implements HandlerMethodArgumentResolver {
        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Access.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest web,
                @Nullable WebDataBinderFactory binders) {
            HttpServletRequest request = web.getNativeRequest(HttpServletRequest.class);
            Object access = request == null ? null : request.getAttribute(Gate.ACCESS);
            if (access == null) {
                throw Problem.UNAUTHORIZED.because("The route is open and knows nobody; report it.");
            }
            return access;
        }
    }
}
