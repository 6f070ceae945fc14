package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.standalone.demo.Audit;
import dev.odradek.topics.event.Why;
import java.util.Collection;

/** What the handlers' ledgers and the committed facts say about what the producer was told. */
record Judgement(Collection<String> told, Audit audit, Facts facts) {

    /** Waits until every item has been completed. */
    static Judgement of(Rig rig, LedgerCrew crew, Collection<String> told) {
        Topics topics = new Topics(rig.connection());
        eventually(() -> assertThat(crew.handled()).hasSizeGreaterThanOrEqualTo(told.size()));
        eventually(() ->
                assertThat(new Facts(topics.events()).completionsPerItem()).hasSize(told.size()));
        return new Judgement(told, crew.audit(told), new Facts(topics.events()));
    }

    /** Nothing lost; no handler started twice under one epoch; one accepted completion per epoch and per item. */
    void isClean() {
        assertThat(audit.lost()).isEmpty();
        assertThat(audit.doubled()).isEmpty();
        assertThat(facts.completions())
                .allSatisfy((epoch, times) -> assertThat(times).isEqualTo(1));
        assertThat(facts.completionsPerItem()).containsOnlyKeys(told);
        assertThat(facts.completionsPerItem().values()).containsOnly(1L);
        assertThat(facts.moves(Why.CLAIMED).map(Facts.Move::epoch)).doesNotHaveDuplicates();
    }
}
