package dev.odradek.ingest.http;

import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

/** Puts what every route shares around the routes. */
@Configuration(proxyBeanMethods = false)
class HttpWiring implements WebMvcConfigurer {
    /** After the gate, which has 0: whoever may not ask learns nothing about the load. */
    private static final int AFTER_THE_GATE = 10;

    private final Traffic traffic;
    private final AnswerLimit limit;

    HttpWiring(Traffic traffic, AnswerLimit limit) {
        this.traffic = traffic;
        this.limit = limit;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(AnswerLimit.NO_TIMEOUT).registerDeferredResultInterceptors(limit);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(traffic).order(-1);
        registry.addInterceptor(traffic.brake()).order(AFTER_THE_GATE);
        // An artifact is bytes, and what a webhook sends is up to others.
        registry.addInterceptor(new Utf8Only())
                .order(AFTER_THE_GATE)
                .excludePathPatterns("/v1/artifacts", "/v1/triggers/*");
    }

    /** By itself it hears what routes throw only: an interceptor also refuses what is sent to the console's pages. */
    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        for (HandlerExceptionResolver resolver : resolvers) {
            if (resolver instanceof ExceptionHandlerExceptionResolver problems) {
                problems.setMappedHandlerPredicate(handler -> true);
            }
        }
    }

    /** Accept is not looked at: it would be found to exclude the answer only once all is done. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
        configurer.favorParameter(false).ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    /** What Tomcat refuses by itself, such as a path with a broken escape, is a problem document as well. */
    @Bean
    static WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTomcat() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
            }
        });
    }

    /** Of requests and streams alike: who answers them has to see to it that they end. */
    @Bean
    static WebServerFactoryCustomizer<TomcatServletWebServerFactory> noTimeoutOfTomcat() {
        return factory ->
                factory.addConnectorCustomizers(connector -> connector.setAsyncTimeout(AnswerLimit.NO_TIMEOUT));
    }
}
