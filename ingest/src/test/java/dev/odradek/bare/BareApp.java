package dev.odradek.bare;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A Spring endpoint that reads JSON, answers 202 and does nothing: what any of ours is measured against. */
@RestController
@EnableAutoConfiguration
public class BareApp {

    @PostMapping("/v1/items")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Map<String, String> take(@RequestBody Map<String, Object> body) {
        return Map.of("id", "none", "token", "0:0");
    }

    public static ConfigurableApplicationContext start() {
        SpringApplication application = new SpringApplication(BareApp.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of(
                "server.port", "0", "server.address", "127.0.0.1", "server.tomcat.max-keep-alive-requests", "-1"));
        return application.run();
    }

    public static int port(ConfigurableApplicationContext context) {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }
}
