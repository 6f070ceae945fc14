package dev.odradek.statestore.partition;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.View;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import java.util.ArrayList;
import java.util.List;

/** How many creates wait for a machine version this partition has not heard of yet. */
public record Parking(long count) {
    static final int MOST = 1000;

    static long count(View view, Spot spot) {
        Parking parking = view.get(spot.key());
        return parking == null ? 0 : parking.count();
    }

    static List<CommandRecord> all(View view, Spot spot) {
        List<CommandRecord> all = new ArrayList<>();
        for (long seq = 0; seq < count(view, spot); seq++) {
            CommandRecord parked = view.get(spot.place(seq));
            if (parked != null) {
                all.add(parked);
            }
        }
        return all;
    }

    /** The version that is waited for. */
    record Spot(String tenant, String machine, int version) {
        static Spot of(String tenant, Create create) {
            return new Spot(tenant, create.item().machine(), create.item().version());
        }

        Key<Parking> key() {
            return new Key<>("parking/" + tenant + "/" + machine + "/" + version, Parking.class);
        }

        Key<CommandRecord> place(long seq) {
            return new Key<>("parked/" + tenant + "/" + machine + "/" + version + "/" + seq, CommandRecord.class);
        }
    }
}
