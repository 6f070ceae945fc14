package dev.odradek.stages.bench.trophy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.stages.bench.trophy.Upsert.Trophy;
import dev.odradek.topics.format.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The findings of trophies")
class UpsertTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kind\":\"skill\",\"title\":\"Maps are slow\"}     | issue/skill/maps-are-slow",
                "{\"kind\":\"language\",\"title\":\" MAPS: are slow!\"} | issue/language/maps-are-slow",
                "{\"title\":\"The prompt is unclear\"}                | issue/skill/the-prompt-is-unclear",
                "{\"title\":\"Unions do not parse\"}                  | issue/language/unions-do-not-parse"
            })
    @DisplayName("A36 are of the kind they say or look like, and have one key however they are written")
    void keys(String finding, String key) {
        assertThat(Finding.of(Json.parse("{\"findings\":[" + finding + "]}")))
                .extracting(Finding::issueKey)
                .containsExactly(key);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {"{\"kind\":\"weather\",\"title\":\"Rain\"}", "{\"kind\":\"skill\"}", "{\"title\":\"  \"}"})
    @DisplayName("A36 are passed over if their kind is none or they have no title")
    void skipped(String finding) {
        assertThat(Finding.of(Json.parse("{\"findings\":[" + finding + "]}"))).isEmpty();
    }

    @Test
    @DisplayName("A36 A37 that say the same are one issue, with evidence by trophy and call, the same each time")
    void merged() {
        List<Trophy> trophies = List.of(
                new Trophy("a", Json.parse("""
                        {"findings": [{"kind": "skill", "title": "One", "call_index": 1, "detail": "x"},
                                      {"kind": "skill", "title": "one!", "call_index": 1, "detail": "y"},
                                      {"kind": "skill", "title": "Two", "call_index": 2}]}
                        """)),
                new Trophy("b", Json.parse("{\"findings\":[{\"kind\":\"skill\",\"title\":\"ONE\"}]}")));

        List<Upsert> upserts = Upsert.of("default", trophies);

        assertThat(upserts).hasSize(2).isEqualTo(Upsert.of("default", trophies));
        assertThat(upserts.get(0).evidence().propertyNames()).containsExactly("evidence/a/1", "evidence/b/-1");
        assertThat(upserts.get(0).payload().path("title").asString()).isEqualTo("One");
        assertThat(upserts.get(1).evidence().propertyNames()).containsExactly("evidence/a/2");
    }
}
