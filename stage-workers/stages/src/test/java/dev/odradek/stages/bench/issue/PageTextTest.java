package dev.odradek.stages.bench.issue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A page")
class PageTextTest {

    @Test
    @DisplayName("A38 shows the evidence of its issue in an order that does not depend on who came first")
    void evidence() {
        assertThat(PageText.evidence(Json.parse("""
                {"title": "t", "evidence/b/1": {"detail": "second"}, "evidence/a/3": {"detail": "first"}, "page": "p"}
                """))).containsExactly("a/3 first", "b/1 second");
    }
}
