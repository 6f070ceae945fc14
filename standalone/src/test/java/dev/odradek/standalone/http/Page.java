package dev.odradek.standalone.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code blocks of a page, in its order. */
record Page(List<Block> blocks) {
    private static final Pattern BLOCK =
            Pattern.compile("^```(\\w+) ?(\\S*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    /**
     * One block.
     *
     * @param label a file's name, or how a command is to be run; empty if nothing is said
     */
    record Block(String language, String label, String text) {}

    static Page read(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(file));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.group(3)));
        }
        return new Page(blocks);
    }
}
