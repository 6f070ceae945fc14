package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.trigger.Signature.Encoding;
import org.junit.jupiter.api.Test;

/** Signatures as their inventors have published them. */
class SignatureTest {
    @Test
    void slacksOwnExampleIsVerified() {
        Signature slack = new Signature(
                "X-Slack-Signature", "v0=", "v0:{timestamp}:{body}", Encoding.HEX, "SLACK_SIGNING_SECRET");
        String body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
                + "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
                + "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554"
                + "%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";

        boolean matches = slack.matches(
                "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
                "8f742231b10e8888abcd99yyyzzz85a5",
                "1531420618",
                body.getBytes(UTF_8));

        assertThat(matches).isTrue();
    }

    @Test
    void githubsOwnExampleIsVerified() {
        Signature github = new Signature("X-Hub-Signature-256", "sha256=", "{body}", Encoding.HEX, "GITHUB_SECRET");

        assertThat(github.sign("It's a Secret to Everybody", "", "Hello, World!".getBytes(UTF_8)))
                .isEqualTo("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
    }

    @Test
    void aBodyThatHoldsThePlaceholderIsSignedAsItIs() {
        Signature slack = new Signature("S", "", "{timestamp}.{body}", Encoding.BASE64, "SECRET");
        byte[] tricky = "{timestamp}".getBytes(UTF_8);

        assertThat(slack.sign("k", "1", tricky)).isNotEqualTo(slack.sign("k", "1", "1".getBytes(UTF_8)));
    }

    @Test
    void anythingElseDoesNotMatch() {
        Signature github = new Signature("X", "sha256=", "{body}", Encoding.HEX, "SECRET");
        byte[] body = "{}".getBytes(UTF_8);
        String good = github.sign("right", "", body);

        assertThat(github.matches(good, "wrong", "", body)).isFalse();
        assertThat(github.matches(good, "right", "", "{ }".getBytes(UTF_8))).isFalse();
        assertThat(github.matches(good.substring(7), "right", "", body)).isFalse();
        assertThat(github.matches("", "right", "", body)).isFalse();
        assertThat(github.matches(good, "right", "", body)).isTrue();
    }
}
