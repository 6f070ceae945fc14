package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import org.junit.jupiter.api.Test;

class CheckTextTest {

    @Test
    void whatIsWellIsSaidInOneSentence() {
        assertThat(CheckText.of(Json.parse("{\"checked\": 1234, \"not_checked\": 0, \"without_wakeup\": []}")))
                .isEqualTo("Checked 1,234 axes: each has the record or timer that moves it next.");
    }

    @Test
    void whatCouldNotBeAskedForIsSaid() {
        assertThat(CheckText.of(Json.parse("{\"checked\": 1, \"not_checked\": 2, \"without_wakeup\": []}")))
                .isEqualTo("Checked 1 axis: each has the record or timer that moves it next. 2 axes were not checked,"
                        + " for no reaper-job of the same process answered for the partition.");
    }

    @Test
    void eachThatNothingMovesIsNamed() {
        assertThat(CheckText.of(Json.parse("""
                {"checked": 9, "not_checked": 0, "more": 3, "without_wakeup": [
                  {"tenant": "acme", "id": "i", "axis": "status", "state": "ready",
                   "reason": "its start in epoch 1 at noon", "found": "no timer"}]}
                """))).isEqualTo("""
                Item i of tenant acme, axis status in ready, waits for its start in epoch 1 at noon; found: no timer.
                Checked 9 axes: 4 have nothing that moves them next (the first 1 are listed). \
                ./odradek expire moves on what is held, ./odradek requeue what waits for its time, \
                and a worker what is offered; report it.""");
    }
}
