package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import tools.jackson.databind.JsonNode;

/** A wish about how a partition decides: which definitions it knows, which behaviour it has. */
public sealed interface PartitionCommand extends Command {

    <R> R match(Cases<R> cases);

    /** Asks the machine's home partition to give this definition the next version. */
    record Define(String machine, JsonNode definition) implements PartitionCommand {
        public Define {
            requireNonNull(machine, "machine");
            requireNonNull(definition, "definition");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.define(this);
        }
    }

    /** Tells a partition of a version that the home partition has given. */
    record Adopt(String machine, int version, JsonNode definition) implements PartitionCommand {
        public Adopt {
            requireNonNull(machine, "machine");
            requireNonNull(definition, "definition");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.adopt(this);
        }
    }

    /** From here on this partition decides as level {@code level} does; it never goes back. */
    record Level(int level) implements PartitionCommand {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.level(this);
        }
    }

    /** One method per command. */
    interface Cases<R> {
        R define(Define c);

        R adopt(Adopt c);

        R level(Level c);
    }
}
