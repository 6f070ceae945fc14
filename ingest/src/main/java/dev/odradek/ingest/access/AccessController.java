package dev.odradek.ingest.access;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells whoever asks what it may do here, so that nobody has to try. */
@RestController
final class AccessController {
    @Needs({Scope.TRIGGER, Scope.WORK, Scope.READ, Scope.OPERATE})
    @GetMapping("/v1/access")
    Map<String, Object> access(Access access) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("tenant", access.tenant());
        answer.put("scopes", access.scopes().stream().sorted().map(Scope::label).toList());
        if (access.tokenId() != null) {
            answer.put("token_id", access.tokenId());
        }
        return answer;
    }
}
