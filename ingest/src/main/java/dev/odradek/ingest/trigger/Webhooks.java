package dev.odradek.ingest.trigger;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.item.Intake;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Every trigger by its name, as the definitions were when the service started. */
@Component
final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    private final Map<String, Webhook> all = new TreeMap<>();
    private final Duration patience;

    Webhooks(Settings settings, Intake intake, Commands commands) {
        TriggerConfig config = TriggerConfig.from(settings);
        this.patience = config.patience();
        Secrets secrets = new Secrets(System::getenv, config.secrets());
        config.dir().map(TriggerFiles::read).orElse(Map.of()).forEach((name, trigger) -> {
            all.put(name, new Webhook(trigger, secrets, intake, commands));
            Signature signature = trigger.signature();
            if (signature != null && secrets.apply(signature.secretEnv()).isEmpty()) {
                LOG.warn("the trigger {} answers 503 until {} is set", name, signature.secretEnv());
            }
        });
    }

    Webhook named(String name) {
        Webhook found = all.get(name);
        if (found == null) {
            throw Problem.NOT_FOUND.because("There is no trigger of this name; its definition belongs into the"
                    + " directory that odradek.ingest.triggers names, which is read at start.");
        }
        return found;
    }

    Duration patience() {
        return patience;
    }
}
