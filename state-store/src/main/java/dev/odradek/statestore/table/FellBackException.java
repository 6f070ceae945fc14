package dev.odradek.statestore.table;

/** The tables have less than was written to them: the database was put back to an earlier state. */
final class FellBackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FellBackException(String topic, int partition, long found, long left) {
        super("The read model's database was put back: it has " + topic + "-" + partition + " up to " + found
                + ", but had it up to " + left + "; what is missing is read again.");
    }
}
