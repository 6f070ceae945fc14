package dev.odradek.ingest;

import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Reaping;
import dev.odradek.topics.settings.Connection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * What Spring puts together: the beans of this package and below, and what of Boot is named here.
 *
 * <p>Nothing is configured by what else happens to be on the class path, since the process around has its own.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan("dev.odradek.ingest")
@ImportAutoConfiguration({
    PropertyPlaceholderAutoConfiguration.class,
    ConfigurationPropertiesAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
class IngestApp {

    /** What clients send is read strictly: a field that nobody knows is a mistake they should hear of. */
    @Bean
    JsonMapper jsonMapper() {
        return Json.mapper()
                .rebuild()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                // A number is no name: 5 where a text belongs is refused, not quoted.
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .build();
    }

    @Bean
    CommandWriter commandWriter(Connection connection) {
        return new CommandWriter(impatient(connection));
    }

    @Bean
    Conversation conversation(Connection connection) {
        return new Conversation(impatient(connection));
    }

    /** Seldom wanted, and it has clients of its own. */
    @Bean
    @Lazy
    Reaping reaping(Connection connection) {
        return new Reaping(impatient(connection));
    }

    /** A request must not hold its thread until the broker is back: it fails, and the client tries again. */
    private static Connection impatient(Connection connection) {
        Map<String, String> kafka = new HashMap<>();
        kafka.put("max.block.ms", "2000");
        kafka.put("request.timeout.ms", "5000");
        kafka.put("delivery.timeout.ms", "15000");
        kafka.putAll(connection.kafka());
        return new Connection(connection.bootstrap(), connection.plan(), kafka);
    }
}
