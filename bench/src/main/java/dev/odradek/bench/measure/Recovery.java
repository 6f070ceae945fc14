package dev.odradek.bench.measure;

import java.util.Optional;

/**
 * How a killed worker's job comes back.
 *
 * @param restart whether only the same worker, started again, gets it back
 * @param tooLong the default, where waiting for it makes no sense
 */
public record Recovery(boolean restart, Optional<String> tooLong) {
    /** Another worker that is running gets it. */
    public static final Recovery BY_ANOTHER = new Recovery(false, Optional.empty());
    /** The worker gets it when it is started again. */
    public static final Recovery BY_RESTART = new Recovery(true, Optional.empty());

    public static Recovery byAnotherAfter(String documented) {
        return new Recovery(false, Optional.of(documented));
    }
}
