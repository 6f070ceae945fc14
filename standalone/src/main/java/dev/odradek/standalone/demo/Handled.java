package dev.odradek.standalone.demo;

/** One line of a handler's ledger: it did this stage of this item, under this epoch. */
public record Handled(String item, String stage, long epoch, int attempt, long at) {

    public String line() {
        return item + "\t" + stage + "\t" + epoch + "\t" + attempt + "\t" + at;
    }

    public static Handled parse(String line) {
        String[] parts = line.split("\t", -1);
        if (parts.length != 5) {
            throw new IllegalArgumentException(
                    "a ledger line must hold item, stage, epoch, attempt and time, was \"" + line + "\"");
        }
        return new Handled(
                parts[0], parts[1], Long.parseLong(parts[2]), Integer.parseInt(parts[3]), Long.parseLong(parts[4]));
    }
}
