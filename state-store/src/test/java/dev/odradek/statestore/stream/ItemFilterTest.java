package dev.odradek.statestore.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is known of items that are not there")
class ItemFilterTest {
    private static final int MANY = 100_000;
    private static final byte[] ROW = {1};

    private final KeyValueStore<String, byte[]> store = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();

    @BeforeEach
    void open() {
        store.init(new MockProcessorContext<>().getStateStoreContext(), store);
    }

    @Test
    @DisplayName("in an empty store: all of them at once, and none that came since")
    void empty() {
        store.put("meta", ROW);
        ItemFilter filter = new ItemFilter(store);
        assertThat(filter.isNew(item(1))).isTrue();

        filter.add(item(1));
        assertThat(filter.isNew(item(1))).isFalse();
        assertThat(filter.isNew(item(2))).isTrue();
    }

    @Test
    @DisplayName("where there were some: nothing before all of those have been seen")
    void before() {
        IntStream.range(0, 10).forEach(i -> store.put(item(i), ROW));
        ItemFilter filter = new ItemFilter(store);
        filter.add(item(100));
        filter.see(9);
        assertThat(IntStream.range(0, 200).filter(i -> filter.isNew(item(i)))).isEmpty();

        filter.see(9);
        assertThat(IntStream.range(0, 10).filter(i -> filter.isNew(item(i)))).isEmpty();
        assertThat(filter.isNew(item(100))).isFalse();
        assertThat(filter.isNew(item(11))).isTrue();
    }

    @Test
    @DisplayName("with many: never that one is not there that is, and of most others that they are not")
    void many() {
        ItemFilter filter = new ItemFilter(store);
        IntStream.range(0, MANY).forEach(i -> filter.add(item(i)));
        assertThat(IntStream.range(0, MANY).filter(i -> filter.isNew(item(i)))).isEmpty();
        assertThat(IntStream.range(MANY, 2 * MANY)
                        .filter(i -> filter.isNew(item(i)))
                        .count())
                .isGreaterThan(MANY * 99 / 100);
    }

    private static String item(int i) {
        return "item/default/item-" + i;
    }
}
