package dev.odradek.ingest.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Serves the console's files, to anybody: they hold nothing; and tells browsers to run nothing else with them. */
@Configuration(proxyBeanMethods = false)
class ConsoleWiring implements WebMvcConfigurer {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        // The times of files in a jar say nothing: after an upgrade an old copy must not be taken for the new one.
        registry.addResourceHandler("/console/**")
                .addResourceLocations("classpath:/console/")
                .setUseLastModified(false)
                .setCacheControl(CacheControl.noStore());
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/", "/console/");
        registry.addRedirectViewController("/console", "/console/");
        registry.addRedirectViewController("/tasks/{id}", "/console/#/items/{id}");
        registry.addViewController("/console/").setViewName("forward:/console/index.html");
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Policy()).addPathPatterns("/console/**");
    }

    private static final class Policy implements HandlerInterceptor {
        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            response.setHeader("Content-Security-Policy", POLICY);
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("Referrer-Policy", "no-referrer");
            return true;
        }
    }
}
