package dev.odradek.topics.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.Command;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What has once been written to a topic can be read for ever.
 *
 * <p>A golden file is never edited. For a new record type add it to {@link GoldenRecords}, then run
 * {@code mvn -pl topics test -Dtest=GoldenFilesTest -Dgolden.write=true} once: it writes the files that are missing.
 */
class GoldenFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/v1");
    private static final Map<String, GoldenRecords.Golden<?>> EXPECTED = GoldenRecords.all();

    @BeforeAll
    static void writeMissing() throws IOException {
        if (!Boolean.getBoolean("golden.write")) {
            return;
        }
        Files.createDirectories(FOLDER);
        for (Map.Entry<String, GoldenRecords.Golden<?>> each : EXPECTED.entrySet()) {
            if (!Files.exists(file(each.getKey()))) {
                Files.write(file(each.getKey()), each.getValue().bytes());
            }
        }
    }

    static Stream<String> names() {
        return EXPECTED.keySet().stream();
    }

    @ParameterizedTest(name = "{0} is read and written back byte by byte")
    @MethodSource("names")
    void isReadAndWrittenBack(String name) throws IOException {
        byte[] golden = Files.readAllBytes(file(name));

        byte[] rewritten = EXPECTED.get(name).rewritten(golden);

        assertThat(text(rewritten)).isEqualTo(text(golden));
    }

    @ParameterizedTest(name = "{0} means what it meant when it was written")
    @MethodSource("names")
    void meansWhatItMeant(String name) throws IOException {
        byte[] golden = Files.readAllBytes(file(name));
        GoldenRecords.Golden<?> expected = EXPECTED.get(name);

        assertThat(expected.read(golden)).isEqualTo(expected.record());
        assertThat(text(expected.bytes())).isEqualTo(text(golden));
    }

    @Test
    void everyRecordTypeHasAGoldenFile() {
        Stream<String> types = Stream.of(
                        Command.class, Event.class, Answer.class, Timer.class, Heartbeat.class, Wakeup.class)
                .flatMap(family -> leaves(family)
                        .map(type -> family.getSimpleName().toLowerCase(Locale.ROOT) + "-" + type.getSimpleName()));

        assertThat(types).isNotEmpty().allSatisfy(name -> assertThat(file(name)).exists());
    }

    @Test
    void everyFormatHasAGoldenFile() {
        Set<Class<?>> covered =
                EXPECTED.values().stream().map(each -> each.format().type()).collect(Collectors.toSet());

        assertThat(Formats.all()).allSatisfy(format -> assertThat(covered).contains(format.type()));
    }

    @Test
    void everyGoldenFileIsRead() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(each -> each.getFileName().toString().replace(".json", "")))
                    .containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
        }
    }

    @Test
    void noTwoTypesOfOneFamilyShareAName() {
        Map<String, Class<?>> seen = new TreeMap<>();

        assertThat(leaves(Command.class))
                .allSatisfy(
                        type -> assertThat(seen.put(type.getSimpleName(), type)).isNull());
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(GoldenFilesTest::leaves)
                : Stream.of(type);
    }

    private static Path file(String name) {
        return FOLDER.resolve(name + ".json");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
