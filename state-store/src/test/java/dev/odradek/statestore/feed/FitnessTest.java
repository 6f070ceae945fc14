package dev.odradek.statestore.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.table.DatabaseConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FitnessTest {
    private static final DatabaseConfig CONFIG =
            new DatabaseConfig("jdbc:postgresql://db/x", "ann", "", "odradek", Duration.ZERO);

    @Test
    void saysWhatTheDatabaseLacksAndHowToMendIt() {
        assertThat(Fitness.lacking(CONFIG, "replica", true, true))
                .isEqualTo("The change feed needs wal_level = logical, but the database at jdbc:postgresql://db/x has"
                        + " replica; set it there and restart the database.");
        assertThat(Fitness.lacking(CONFIG, "logical", false, true)).contains("ALTER ROLE ann REPLICATION");
        assertThat(Fitness.lacking(CONFIG, "logical", true, false)).contains("waits for the tables");
        assertThat(Fitness.lacking(CONFIG, "logical", true, true)).isNull();
    }

    @Test
    void worriesAboutALogWithoutLimit() {
        assertThat(Fitness.worry(CONFIG, "-1")).contains("max_slot_wal_keep_size is -1");
        assertThat(Fitness.worry(CONFIG, "1GB")).isNull();
    }
}
