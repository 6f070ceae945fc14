package dev.odradek.statestore.rehearse;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;

/**
 * The proposed definition as one partition knows it.
 *
 * @param newest the newest version that the partition knew when the span began; 0 is none
 * @param proposed the version of the proposal: the next, or the newest itself if that is the same definition
 */
record Version(Proposal proposal, int newest, int proposed) {
    /** How the core names a create that it sends to another partition. */
    private static final String SPAWNED = "spawn/";

    /** Whether a command would put another definition in the proposal's place. */
    boolean replaces(CommandRecord record) {
        return record.command() instanceof Define define
                ? define.machine().equals(proposal.machine())
                : record.command() instanceof Adopt adopt
                        && adopt.machine().equals(proposal.machine())
                        && adopt.version() > newest;
    }

    /**
     * The command as it would have been written.
     *
     * <p>A spawn to another partition names the version that the parent's partition knew, which would have been the
     * proposed one; so does whoever names a version that the proposal has taken the place of.
     */
    CommandRecord rebound(CommandRecord record) {
        if (!(record.command() instanceof Create create)
                || !create.item().machine().equals(proposal.machine())) {
            return record;
        }
        NewItem item = create.item();
        boolean spawned = record.id().startsWith(SPAWNED) && item.version() == newest;
        if (item.version() == 0 || item.version() < newest || (item.version() == newest && !spawned)) {
            return record;
        }
        NewItem bound = new NewItem(
                item.itemId(), item.machine(), proposed, item.partitionKey(), item.payload(), item.delayMs());
        return new CommandRecord(
                record.schema(),
                record.tenant(),
                record.id(),
                record.partitionKey(),
                record.asker(),
                new Create(bound, create.parent()));
    }
}
