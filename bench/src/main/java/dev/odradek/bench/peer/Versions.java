package dev.odradek.bench.peer;

import java.io.File;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which version of a library this process has, by the name of its jar. */
final class Versions {
    private Versions() {}

    static String of(String artifact) {
        Pattern jar = Pattern.compile(Pattern.quote(artifact) + "-([0-9][^/]*)\\.jar");
        return jars().map(jar::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .findFirst()
                .orElse("?");
    }

    /** Those of the class path, or those beside the one jar that names the others in its manifest. */
    private static Stream<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .flatMap(entry -> {
                    File[] beside = new File(entry.getAbsoluteFile().getParentFile(), "lib").listFiles();
                    return Stream.concat(Stream.of(entry), beside == null ? Stream.empty() : Arrays.stream(beside));
                })
                .map(File::getName);
    }
}
