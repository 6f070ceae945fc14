package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

/** The fencing token of a claim: only its bearer is listened to. */
public record Token(long epoch, String claimId) {
    public Token {
        requireNonNull(claimId, "claim_id");
    }
}
