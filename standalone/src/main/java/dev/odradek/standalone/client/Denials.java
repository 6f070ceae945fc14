package dev.odradek.standalone.client;

import dev.odradek.topics.event.Answer.Denied;
import java.util.Locale;

/** Says a refusal of the core as a sentence with its remedy. */
public final class Denials {
    private Denials() {}

    public static Complaint complaint(Denied denied) {
        Exit exit = switch (denied.reason()) {
            case UNKNOWN_ITEM, UNKNOWN_SCHEDULE -> Exit.NOT_FOUND;
            default -> Exit.REFUSED;
        };
        return new Complaint(exit, sentence(denied));
    }

    /** Nothing can be posted to a machine that is not there. */
    public static Complaint unknownMachine(String machine) {
        return new Complaint(
                Exit.REFUSED,
                "There is no machine named " + machine
                        + "; apply its definition first with ./odradek apply <file.yaml>; ./odradek machines lists"
                        + " those there are.");
    }

    static String sentence(Denied denied) {
        String what = denied.message().isBlank()
                ? denied.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : strip(denied.message());
        return denied.command() + " of " + denied.entityId() + " was refused: " + what + "; " + remedy(denied) + ".";
    }

    private static String remedy(Denied denied) {
        return switch (denied.reason()) {
            case UNKNOWN_MACHINE -> "apply its definition first with ./odradek apply <file.yaml>";
            case UNKNOWN_ITEM -> "list the items there are with ./odradek items";
            case UNKNOWN_SCHEDULE -> "list the schedules there are with ./odradek schedules";
            case UNKNOWN_AXIS -> "name one of its axes with --axis; ./odradek item shows them";
            case ILLEGAL_EDGE -> "./odradek item shows where it stands and ./odradek machines which edges there are";
            case CONFLICT -> "choose another --id or --key, or post the same content";
            case HELD -> "wait for the worker" + holder(denied) + ", or cancel the item first";
            case ENDED -> "an axis that has ended does not move; post a new item, or requeue a failed one";
            case TOO_LARGE -> "store large data elsewhere and post a reference, or raise odradek.max-bytes";
            case BAD_DEFINITION -> "mend the definition and apply it again";
            case TOO_MANY_PARKED -> "apply the version it waits for, or post again later";
            case WRONG_PARTITION -> "name the key it was posted with by --partition-key";
            case INTERNAL -> "the command lies in the dead letters; report it";
            default -> "nothing was changed";
        };
    }

    private static String holder(Denied denied) {
        return denied.holder() == null ? "" : " " + denied.holder();
    }

    private static String strip(String message) {
        String text = message.strip();
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
