package dev.odradek.ingest.artifact;

import dev.odradek.topics.settings.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses where artifacts are kept. */
@Configuration(proxyBeanMethods = false)
class ArtifactWiring {
    @Bean
    ArtifactConfig artifactConfig(Settings settings) {
        return ArtifactConfig.from(settings);
    }

    @Bean
    Artifacts artifacts(ArtifactConfig config) {
        return config.s3()
                .<Artifacts>map(s3 -> new S3Artifacts(s3, config.dir()))
                .orElseGet(() -> new FileArtifacts(config.dir()));
    }
}
