package dev.odradek.topics.machine;

import java.util.List;
import java.util.stream.Collectors;

/** A definition that cannot be used; it names every fault. */
public final class BadMachineException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<Fault> faults;

    public BadMachineException(List<Fault> faults) {
        super("The definition has " + (faults.size() == 1 ? "a fault" : faults.size() + " faults") + ": "
                + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")) + ".");
        this.faults = List.copyOf(faults);
    }

    public List<Fault> faults() {
        return faults;
    }
}
