package dev.odradek.topics.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IdsTest {
    @Test
    void anIdempotencyKeyStandsForOneItemForEver() {
        assertThat(Ids.forKey("acme", "key-1")).isEqualTo("k-d276411b601cfa6d8948cceb766d9e43");
    }

    @Test
    void tenantsDoNotShareIdempotencyKeys() {
        assertThat(Ids.forKey("acme", "key-1")).isNotEqualTo(Ids.forKey("other", "key-1"));
    }

    @Test
    void aKeyStandsForOneItemOfEachPartitionKey() {
        assertThat(Ids.forKey("acme", "key-1", null)).isEqualTo(Ids.forKey("acme", "key-1"));
        assertThat(Ids.forKey("acme", "key-1", "a"))
                .isEqualTo(Ids.forKey("acme", "key-1", "a"))
                .isNotEqualTo(Ids.forKey("acme", "key-1", "b"))
                .isNotEqualTo(Ids.forKey("acme", "key-1"));
    }

    @Test
    void aBrokenKeyStandsForNothing() {
        assertThatThrownBy(() -> Ids.forKey("acme", "key-\uD83D"))
                .isInstanceOf(BrokenTextException.class)
                .hasMessageStartingWith("The idempotency key holds half a character");
    }

    @Test
    void theSameCauseGivesTheSameId() {
        assertThat(Ids.derived("3:4711", "0")).isEqualTo("d-cd25a25ac3c4244429e9f4d715a58d56");
    }

    @Test
    void otherPartsGiveAnotherId() {
        assertThat(Ids.derived("a", "bc")).isNotEqualTo(Ids.derived("ab", "c"));
    }

    @Test
    void freshIdsDiffer() {
        assertThat(Ids.fresh()).isNotEqualTo(Ids.fresh());
    }
}
