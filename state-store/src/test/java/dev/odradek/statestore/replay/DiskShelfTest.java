package dev.odradek.statestore.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.format.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More rows than memory keeps come back as they were put. */
class DiskShelfTest {
    private static final int ROWS = 21_000;

    @TempDir
    Path dir;

    @Test
    void whatHadToMakeRoomIsFoundAgain() {
        try (DiskShelf shelf = new DiskShelf(dir.resolve("rows"))) {
            for (int i = 0; i < ROWS; i++) {
                shelf.put(key(i), new Meta(i, 1));
            }
            shelf.put(key(1), new Meta(-1, 2));
            shelf.delete(key(2));
            shelf.delete(key(ROWS - 1));
            for (int i = ROWS; i < 2 * ROWS; i++) {
                assertThat(shelf.get(key(i))).isNull();
            }

            assertThat(shelf.get(key(0))).isEqualTo(new Meta(0, 1));
            assertThat(shelf.get(key(1))).isEqualTo(new Meta(-1, 2));
            assertThat(shelf.get(key(2))).isNull();
            List<Meta> first = new ArrayList<>();
            shelf.each("row/", Meta.class, 3, first::add);
            assertThat(first).containsExactly(new Meta(0, 1), new Meta(-1, 2), new Meta(3, 1));
            List<Meta> all = new ArrayList<>();
            shelf.each("row/", Meta.class, Long.MAX_VALUE, all::add);
            assertThat(all).hasSize(ROWS - 2);
        }
    }

    @Test
    void payloadsComeAndGoLikeAnyRow() {
        Key<Payload> key = Payload.key("acme", "item");
        try (DiskShelf shelf = new DiskShelf(dir.resolve("payloads"))) {
            shelf.put(key, new Payload(Json.parse("{\"n\":1}")));
            assertThat(shelf.get(key)).isEqualTo(new Payload(Json.parse("{\"n\":1}")));

            shelf.delete(key);
            assertThat(shelf.get(key)).isNull();

            shelf.put(key, new Payload(Json.parse("{\"n\":2}")));
            assertThat(shelf.get(key)).isEqualTo(new Payload(Json.parse("{\"n\":2}")));
        }
    }

    @Test
    void aScratchDirectoryIsGoneWhenItIsClosed() {
        ScratchDir scratch = ScratchDir.make();
        new DiskShelf(scratch.path().resolve("rows")).close();
        assertThat(scratch.path()).isDirectory();

        scratch.close();

        assertThat(Files.exists(scratch.path())).isFalse();
    }

    private static Key<Meta> key(int i) {
        return new Key<>(String.format("row/%06d", i), Meta.class);
    }
}
