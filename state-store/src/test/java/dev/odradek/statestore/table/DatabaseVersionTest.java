package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PostgreSQL that is too old cannot be had in the tests: what is said of it is checked by its number. */
class DatabaseVersionTest {
    private static final String URL = "jdbc:postgresql://127.0.0.1:5432/odradek";

    @ParameterizedTest
    @ValueSource(ints = {15, 16, 18, 99})
    void newEnoughIsTaken(int version) {
        assertThatCode(() -> Database.refuseOld(URL, version)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 12, 14})
    void tooOldIsRefusedWithWhatToChange(int version) {
        assertThatThrownBy(() -> Database.refuseOld(URL, version))
                .isInstanceOf(DatabaseException.class)
                .hasMessage("The database at " + URL + " is PostgreSQL " + version
                        + "; the read model needs 15 or later: upgrade it, or name another with odradek.database.url.");
    }
}
