package dev.odradek.ingest.trigger;

import static dev.odradek.ingest.trigger.Deliveries.NOW;
import static dev.odradek.ingest.trigger.Deliveries.far;
import static dev.odradek.ingest.trigger.Deliveries.judge;
import static dev.odradek.ingest.trigger.Deliveries.parse;
import static dev.odradek.ingest.trigger.Deliveries.plain;
import static dev.odradek.ingest.trigger.Deliveries.signed;
import static dev.odradek.ingest.trigger.Deliveries.trigger;
import static dev.odradek.ingest.trigger.Deliveries.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.trigger.Verdict.Create;
import dev.odradek.ingest.trigger.Verdict.Echoed;
import dev.odradek.ingest.trigger.Verdict.Ignored;
import dev.odradek.ingest.trigger.Verdict.Move;
import dev.odradek.ingest.trigger.Verdict.Reason;
import dev.odradek.ingest.trigger.Verdict.Refused;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerJudgeTest {
    private static final String MENTION = """
            {"type":"event_callback","event_id":"Ev1","event":{"type":"app_mention","user":"U1",
             "text":"<@U0BOT> fix the build","ts":"1.2","channel":"C1"}}""";

    @Test
    void aSignedEventBecomesAnItemByItsMapping() {
        Verdict verdict = judge(trigger("slack"), signed(trigger("slack"), MENTION));

        assertThat(verdict).isInstanceOfSatisfying(Create.class, create -> {
            assertThat(create.machine()).isEqualTo("task");
            assertThat(create.payload()).isEqualTo(Json.parse("""
                    {"source":"slack","prompt":"fix the build","channel":"C1","thread_ts":"1.2","user":"U1"}"""));
            assertThat(create.itemId()).isEqualTo(Ids.forKey("default", "trigger\nslack\nEv1"));
        });
    }

    @Test
    void theSameEventHasTheSameIdWhateverElseItSays() {
        Create first = (Create) judge(trigger("slack"), signed(trigger("slack"), MENTION));
        Create again = (Create) judge(trigger("slack"), signed(trigger("slack"), MENTION.replace("fix", "mend")));

        assertThat(again.itemId()).isEqualTo(first.itemId());
    }

    @Test
    void aWrongOrMissingSignatureIsRefusedBeforeAnythingElseIsSaid() {
        TriggerDefinition slack = trigger("slack");

        assertThat(reason(judge(slack, with(signed(slack, MENTION), "X-Slack-Signature", "v0=00"))))
                .isEqualTo(Reason.BAD_SIGNATURE);
        assertThat(reason(judge(slack, plain(MENTION)))).isEqualTo(Reason.BAD_SIGNATURE);
        assertThat(reason(judge(slack, plain("no json")))).isEqualTo(Reason.BAD_SIGNATURE);
        assertThat(reason(judge(slack, plain("{\"type\":\"url_verification\",\"challenge\":\"c\"}"))))
                .isEqualTo(Reason.BAD_SIGNATURE);
    }

    @ParameterizedTest(name = "{0} s away: {1}")
    @CsvSource({"-301, REPLAYED", "-300, ", "299, ", "301, REPLAYED"})
    void whatWasSignedTooLongAgoOrAheadIsReplayed(long seconds, String expected) {
        TriggerDefinition slack = trigger("slack");

        Verdict verdict = judge(slack, signed(slack, MENTION, NOW.plus(Duration.ofSeconds(seconds))));

        assertThat(verdict instanceof Refused refused ? refused.reason().name() : null)
                .isEqualTo(expected);
    }

    @Test
    void aTimeThatWasChangedAfterSigningIsABadSignature() {
        TriggerDefinition slack = trigger("slack");
        Delivery old = signed(slack, MENTION, NOW.minus(Duration.ofDays(1)));

        Verdict verdict = judge(slack, with(old, "X-Slack-Request-Timestamp", String.valueOf(NOW.getEpochSecond())));

        assertThat(reason(verdict)).isEqualTo(Reason.BAD_SIGNATURE);
    }

    @Test
    void withoutItsSecretATriggerSaysWhatToSet() {
        TriggerDefinition slack = trigger("slack");

        Verdict verdict = new TriggerJudge(slack, name -> Optional.empty()).judge(signed(slack, MENTION));

        assertThat(verdict).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.NO_SECRET);
            assertThat(refused.detail()).contains("SLACK_SIGNING_SECRET");
        });
    }

    @Test
    void aHandshakeIsEchoed() {
        TriggerDefinition slack = trigger("slack");

        Verdict verdict = judge(slack, signed(slack, "{\"type\":\"url_verification\",\"challenge\":\"c-1\"}"));

        assertThat(verdict)
                .isEqualTo(new Echoed(Json.parse("{\"challenge\":\"c-1\"}").asObject()));
    }

    @Test
    void aHandshakeThatBringsTheSecretNeedsNoSignature() {
        Verdict verdict = new TriggerJudge(trigger("notion"), name -> Optional.empty())
                .judge(far(plain("{\"verification_token\":\"t-1\"}")));

        assertThat(verdict)
                .isEqualTo(new Echoed(
                        Json.parse("{\"verification_token\":\"t-1\"}").asObject()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<@U0BOT>", "<@U0BOT>   ", "", " "})
    void aMentionWithoutTextIsIgnored(String text) {
        TriggerDefinition slack = trigger("slack");

        Verdict verdict = judge(slack, signed(slack, MENTION.replace("<@U0BOT> fix the build", text)));

        assertThat(verdict).isInstanceOf(Ignored.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"prompt\":null}", "{\"prompt\":\"\"}", "{\"prompt\":\"  \"}"})
    void whatIsRequiredMustNotBeBlank(String body) {
        assertThat(judge(trigger("bug"), plain(body))).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.BAD_REQUEST);
            assertThat(refused.detail()).contains("/prompt");
        });
    }

    @Test
    void absentFieldsAreLeftOutAndDefaultsStandIn() {
        Create create = (Create) judge(trigger("bug"), plain("{\"prompt\":\"it hangs\"}"));

        assertThat(create.payload())
                .isEqualTo(Json.parse("{\"source\":\"bug_report\",\"prompt\":\"it hangs\",\"ref\":\"main\"}"));
    }

    @Test
    void withoutSignatureOnlyTheMachineItselfMayCall() {
        assertThat(reason(judge(trigger("bug"), far(plain("{\"prompt\":\"x\"}")))))
                .isEqualTo(Reason.FORBIDDEN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":\"a\",\"data\":{\"id\":\"b\"},\"entity\":{\"id\":\"c\"},\"page_id\":\"d\"} | d",
                "{\"id\":\"a\",\"data\":{\"id\":\"b\"},\"entity\":{\"id\":\"c\"}} | c",
                "{\"id\":\"a\",\"data\":{\"id\":\"b\"},\"entity\":{\"id\":\" \"}} | b",
                "{\"id\":\"a\"} | a"
            })
    void theFirstPlaceThatHoldsAnIdNamesTheItem(String body, String page) {
        Move move = (Move) judge(trigger("notion"), signed(trigger("notion"), body));

        assertThat(move.itemIds()).containsExactly(Ids.forKey("default", "notion/" + page));
        assertThat(move.to()).isEqualTo("approved");
        assertThat(move.axis()).isEqualTo("status");
    }

    @Test
    void anIdIsLookedForWithItsHyphensToggled() {
        String plain = "0123456789abcdef0123456789abcdef";
        String hyphens = "01234567-89ab-cdef-0123-456789abcdef";

        assertThat(Hyphens.eitherWay(plain)).containsExactly(plain, hyphens);
        assertThat(Hyphens.eitherWay(hyphens)).containsExactly(hyphens, plain);
        assertThat(Hyphens.eitherWay("abc")).containsExactly("abc");
        assertThat(Hyphens.eitherWay("-")).containsExactly("-");
    }

    @Test
    void aMoveWithoutAnIdIsABadRequest() {
        assertThat(reason(judge(trigger("notion"), signed(trigger("notion"), "{\"page_id\":{}}"))))
                .isEqualTo(Reason.BAD_REQUEST);
    }

    @Test
    void withoutAMappingTheBodyIsThePayload() {
        TriggerDefinition plain = parse("{trigger: t, tenant: acme, machine: task}");

        assertThat(((Create) judge(plain, plain("{\"a\":[1]}"))).payload()).isEqualTo(Json.parse("{\"a\":[1]}"));
        assertThat(reason(judge(plain, plain("[1]")))).isEqualTo(Reason.BAD_REQUEST);
        assertThat(reason(judge(plain, plain("{\"a\":")))).isEqualTo(Reason.BAD_REQUEST);
        assertThat(reason(judge(plain, plain("")))).isEqualTo(Reason.BAD_REQUEST);
    }

    @Test
    void anEventWithoutTheIdItIsKnownByIsRefusedAndAHeaderMayHoldIt() {
        TriggerDefinition github =
                parse("{trigger: gh, tenant: acme, machine: task, dedup: {header: X-GitHub-Delivery}}");

        assertThat(reason(judge(github, plain("{}")))).isEqualTo(Reason.BAD_REQUEST);
        assertThat(((Create) judge(github, with(plain("{}"), "X-GitHub-Delivery", "d-1"))).itemId())
                .isEqualTo(Ids.forKey("acme", "trigger\ngh\nd-1"));
    }

    @Test
    void withoutDedupAndSignatureTheCallersOwnKeyCounts() {
        TriggerDefinition bug = trigger("bug");
        Delivery delivery = plain("{\"prompt\":\"x\"}");

        assertThat(((Create) judge(bug, with(delivery, "Idempotency-Key", "k"))).itemId())
                .isEqualTo(Ids.forKey("default", "trigger\nbug\nk"));
        assertThat(((Create) judge(bug, delivery)).itemId()).isNotEqualTo(((Create) judge(bug, delivery)).itemId());
    }

    @Test
    void withoutDedupWhatWasSignedIsTheEventWhateverTheHeadersSay() {
        TriggerDefinition nameless = trigger("nameless");
        Delivery delivery = signed(nameless, "{\"a\":1}");
        String first = ((Create) judge(nameless, delivery)).itemId();

        assertThat(((Create) judge(nameless, delivery)).itemId()).isEqualTo(first);
        assertThat(((Create) judge(nameless, with(delivery, "Idempotency-Key", "k"))).itemId())
                .isEqualTo(first);
        assertThat(((Create) judge(nameless, signed(nameless, "{\"a\":2}"))).itemId())
                .isNotEqualTo(first);
        assertThat(((Create) judge(nameless, signed(nameless, "{\"a\":1}", NOW.plusSeconds(1)))).itemId())
                .isNotEqualTo(first);
        Move move = (Move) judge(trigger("notion"), signed(trigger("notion"), "{\"id\":\"p\"}"));
        assertThat(move.eventId()).isNotNull();
    }

    private static Reason reason(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Refused.class);
        return ((Refused) verdict).reason();
    }
}
