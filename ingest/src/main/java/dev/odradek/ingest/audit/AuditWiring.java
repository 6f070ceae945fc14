package dev.odradek.ingest.audit;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the audit behind the gate: it keeps what was let through. */
@Configuration(proxyBeanMethods = false)
class AuditWiring implements WebMvcConfigurer {
    private static final int AFTER_THE_GATE = 5;

    private final AuditTrail trail;

    AuditWiring(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(trail).order(AFTER_THE_GATE);
    }
}
