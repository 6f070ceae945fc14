package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.http.Causes;
import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Passes on what holders say, and tells those who hold no more so, and who does instead. */
@Component
final class HeldClaims {
    private static final Logger LOG = LoggerFactory.getLogger(HeldClaims.class);

    /** How many claims are asked about at a time because a beat has named them. */
    private static final int MOST_DOUBTS = 10_000;

    private final ClaimWatch watch;
    private final Commands commands;
    private final BeatRelay relay;
    private final Unspoken unspoken;
    private final GivingBack giving;
    private final int partitions;
    /** The same said twice at the same time is one command with one answer. */
    private final Map<String, CompletableFuture<Commands.Decided>> pending = new ConcurrentHashMap<>();

    private final Set<ClaimHandle> doubts = ConcurrentHashMap.newKeySet();

    HeldClaims(
            ClaimWatch watch,
            Commands commands,
            BeatRelay relay,
            Unspoken unspoken,
            GivingBack giving,
            Connection connection) {
        this.watch = watch;
        this.commands = commands;
        this.relay = relay;
        this.unspoken = unspoken;
        this.giving = giving;
        this.partitions = connection.plan().partitions();
    }

    /** The claim that goes by this text; another tenant's is none. */
    ClaimHandle named(Access access, String text) {
        return ClaimHandle.parse(text, partitions)
                .filter(handle -> handle.key().tenant().equals(access.tenant()))
                .orElseThrow(() -> Problem.NOT_FOUND.because(
                        "There is no such claim; use the text that a claim was answered with, as it came."));
    }

    /** The same wish about the same claim has the same id: said again it changes nothing, and is answered again. */
    CompletableFuture<Commands.Decided> say(ClaimHandle claim, String what, ItemCommand command) {
        unspoken.spokenOf(claim);
        watch.ending(claim);
        String said = new String(Json.bytes(command), StandardCharsets.UTF_8);
        String id = claim.token().claimId() + "/" + what + "/" + Ids.derived(said);
        CommandRecord record = CommandRecord.of(claim.key().tenant(), id, claim.partitionKey(), command);
        return pending.computeIfAbsent(id, none -> send(claim, record));
    }

    private CompletableFuture<Commands.Decided> send(ClaimHandle claim, CommandRecord record) {
        CompletableFuture<Commands.Decided> decided = commands.ask(claim.key().partition(), record);
        // Not from within computeIfAbsent, should it be decided already.
        var unused = decided.whenCompleteAsync((done, failure) -> pending.remove(record.id()));
        return decided;
    }

    /** Gives a claim back untouched. */
    CompletableFuture<Commands.Decided> release(ClaimHandle claim) {
        ItemCommand.Release command = new ItemCommand.Release(
                claim.key().itemId(),
                claim.key().axis(),
                claim.token(),
                claim.holder().worker());
        return say(claim, "release", command);
    }

    /** A worker has said all that it works on: what else was granted to it has never reached it. */
    void said(String tenant, ClaimHandle.Holder worker, Collection<ClaimHandle> all) {
        for (Unspoken.Grant lost : unspoken.said(tenant, worker, all, System.nanoTime())) {
            LOG.atInfo()
                    .addKeyValue("itemId", lost.claim().key().itemId())
                    .log("{} does not know of a claim that it was granted: it is given back", worker.worker());
            giving.giveBack(lost.claim(), lost.lease());
        }
    }

    /** Those that are surely held; what becomes of the others is found out, and their worker told if they are not. */
    Set<ClaimHandle> known(Collection<ClaimHandle> named) {
        named.stream().filter(each -> !watch.isHeld(each)).forEach(this::findOut);
        return named.stream().filter(watch::isHeld).collect(Collectors.toSet());
    }

    private void findOut(ClaimHandle claim) {
        if (doubts.size() >= MOST_DOUBTS || !doubts.add(claim)) {
            return;
        }
        var unused = check(claim).whenComplete((held, failure) -> {
            doubts.remove(claim);
            if (Causes.find(failure, ProblemException.class)
                    .filter(each -> each.problem() == Problem.STALE_CLAIM)
                    .isPresent()) {
                watch.lost(claim);
            }
        });
    }

    /** Renews the lease of a claim that is still held. */
    CompletableFuture<Boolean> heartbeat(ClaimHandle claim, @Nullable Double progress, @Nullable String note) {
        unspoken.spokenOf(claim);
        return check(claim).thenCompose(held -> relay.renew(claim, progress, note));
    }

    /** Completes if the claim is held, by what has been heard or, in doubt, by what the core says. */
    private CompletableFuture<Boolean> check(ClaimHandle claim) {
        AxisFact newest = watch.newest(claim.key()).orElse(null);
        if (newest != null && newest.names(claim.token())) {
            watch.held(claim, newest.cause());
            return CompletableFuture.completedFuture(true);
        }
        if (newest != null
                && (newest.epoch() > claim.token().epoch()
                        || (newest.epoch() == claim.token().epoch() && newest.claimId() != null))) {
            return CompletableFuture.failedFuture(stale(claim, newest.holder()));
        }
        // A claim asked for again is granted again, and changes nothing.
        ItemCommand.Claim again = new ItemCommand.Claim(
                claim.key().itemId(),
                claim.key().axis(),
                claim.token().epoch(),
                claim.holder().worker(),
                claim.token().claimId(),
                claim.holder().incarnation());
        return commands.answer(claim.key().tenant(), claim.partitionKey(), again)
                .thenApply(answer -> {
                    if (answer.answer() instanceof Answer.Denied denied) {
                        throw stale(claim, denied.holder());
                    }
                    watch.held(claim, answer.cause());
                    return true;
                });
    }

    private static ProblemException stale(ClaimHandle claim, @Nullable String holder) {
        ProblemException problem = Problem.STALE_CLAIM.because("The claim on item "
                + claim.key().itemId() + " is over; "
                + (holder == null ? "nobody holds it now" : holder + " holds it now")
                + "; drop the work, for its result does not count any more.");
        return holder == null ? problem : problem.with("holder", holder);
    }
}
