package dev.odradek.topics.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("When a cron expression fires, and which are none")
class CronTest {
    private static Instant next(String cron, String after) {
        return Instant.ofEpochMilli(
                Cron.parse(cron).next(Instant.parse(after).toEpochMilli()).orElseThrow());
    }

    @ParameterizedTest(name = "{0} after {1} is {2}: {3}")
    @CsvSource({
        "'* * * * *', 2026-03-05T10:00:00Z, 2026-03-05T10:01:00Z, strictly after",
        "'* * * * *', 2026-03-05T10:00:59.999Z, 2026-03-05T10:01:00Z, whole minutes",
        "'* * * * *', 1969-12-31T23:59:30Z, 1970-01-01T00:00:00Z, before the epoch",
        "'0 3 * * *', 2026-03-05T02:59:59Z, 2026-03-05T03:00:00Z, later today",
        "'0 3 * * *', 2026-03-05T03:00:00Z, 2026-03-06T03:00:00Z, not twice",
        "'0 3 * * *', 2026-12-31T04:00:00Z, 2027-01-01T03:00:00Z, over the year",
        "' 0   3 *\t* * ', 2026-03-05T03:00:00Z, 2026-03-06T03:00:00Z, any blanks",
        "'30 1-3 * * *', 2026-03-05T01:30:00Z, 2026-03-05T02:30:00Z, a range",
        "'5,50 * * * *', 2026-03-05T10:05:00Z, 2026-03-05T10:50:00Z, a list",
        "'5,50 * * * *', 2026-03-05T10:50:00Z, 2026-03-05T11:05:00Z, a list from its start",
        "'*/15 * * * *', 2026-03-05T10:46:00Z, 2026-03-05T11:00:00Z, a step",
        "'10-40/15 * * * *', 2026-03-05T10:25:00Z, 2026-03-05T10:40:00Z, a step in a range",
        "'10-40/15 * * * *', 2026-03-05T10:40:00Z, 2026-03-05T11:10:00Z, no further than the range",
        "'0 0,12-14/2 * * *', 2026-03-05T12:00:00Z, 2026-03-05T14:00:00Z, a list of all kinds",
        "'0 0 1 JAN *', 2026-03-05T00:00:00Z, 2027-01-01T00:00:00Z, a month by name",
        "'0 0 1 feb-Apr *', 2026-03-05T00:00:00Z, 2026-04-01T00:00:00Z, a range of names in any case",
        "'0 0 * * MON', 2026-03-05T00:00:00Z, 2026-03-09T00:00:00Z, a weekday by name",
        "'0 0 * * 0', 2026-03-05T00:00:00Z, 2026-03-08T00:00:00Z, 0 is Sunday",
        "'0 0 * * 7', 2026-03-05T00:00:00Z, 2026-03-08T00:00:00Z, 7 is Sunday too",
        "'0 0 * * 6-7', 2026-03-07T00:00:00Z, 2026-03-08T00:00:00Z, a range that ends with Sunday",
        "'0 0 * * FRI-SUN', 2026-03-07T00:00:00Z, 2026-03-08T00:00:00Z, the same by name",
        "'0 0 * * */2', 2026-03-05T00:00:00Z, 2026-03-07T00:00:00Z, 'every other day from Sunday, by which Saturday'",
        "'0 0 13 * 5', 2026-03-07T00:00:00Z, 2026-03-13T00:00:00Z, both days: either counts (the 13th)",
        "'0 0 13 * 5', 2026-03-13T00:00:00Z, 2026-03-20T00:00:00Z, both days: either counts (a Friday)",
        "'0 0 13 * *', 2026-03-13T00:00:00Z, 2026-04-13T00:00:00Z, one day: only it counts",
        "'0 0 */2 * 1', 2026-03-05T00:00:00Z, 2026-03-09T00:00:00Z, a step of * restricts: both must hold",
        "'0 0 31 * *', 2026-03-31T00:00:00Z, 2026-05-31T00:00:00Z, months without the day are passed over",
        "'0 0 29 2 *', 2026-03-01T00:00:00Z, 2028-02-29T00:00:00Z, leap years",
        "'0 0 29 2 *', 2096-03-01T00:00:00Z, 2104-02-29T00:00:00Z, '2100 is none'",
        "'0 0 31 2 1', 2026-02-01T00:00:00Z, 2026-02-02T00:00:00Z, a day that never comes or a weekday",
        "@hourly, 2026-03-05T10:00:00Z, 2026-03-05T11:00:00Z, named",
        "@daily, 2026-03-05T10:00:00Z, 2026-03-06T00:00:00Z, named",
        "@weekly, 2026-03-05T10:00:00Z, 2026-03-08T00:00:00Z, named",
        "@monthly, 2026-03-05T10:00:00Z, 2026-04-01T00:00:00Z, named",
        "@yearly, 2026-03-05T10:00:00Z, 2027-01-01T00:00:00Z, named",
    })
    void fires(String cron, String after, Instant expected, String rule) {
        assertThat(next(cron, after)).as(rule).isEqualTo(expected);
    }

    @ParameterizedTest(name = "\"{0}\" is refused: {2}")
    @CsvSource({
        "'60 * * * *', minute, 'must be *, 0 to 59, or'",
        "'* 24 * * *', hour, '0 to 23'",
        "'* * 0 * *', day of month, '1 to 31'",
        "'* * 32 * *', day of month, 'was \"32\"'",
        "'* * * 13 *', month, '1 to 12 or JAN to DEC'",
        "'* * * MAI *', month, 'was \"MAI\"'",
        "'* * * * 8', day of week, '0 to 7 or SUN to SAT'",
        "'* * * * Montag', day of week, 'was \"Montag\"'",
        "'MON * * * *', minute, 'was \"MON\"'",
        "'-1 * * * *', minute, 'was \"-1\"'",
        "'1.5 * * * *', minute, 'was \"1.5\"'",
        "'999999999999 * * * *', minute, 'was \"999999999999\"'",
        "'1,,2 * * * *', minute, 'was \"1,,2\"'",
        "', * * * *', minute, 'was \",\"'",
        "'5- * * * *', minute, 'was \"5-\"'",
        "'*-5 * * * *', minute, 'was \"*-5\"'",
        "'9-5 * * * *', minute, 'must not run backwards'",
        "'* * * OCT-FEB *', month, 'must not run backwards'",
        "'*/0 * * * *', minute, 'a step must be 1 to 59'",
        "'*/90 * * * *', minute, 'a step must be 1 to 59'",
        "'5/10 * * * *', minute, 'a step needs * or a range before it'",
        "'*/ * * * *', minute, 'was \"*/\"'",
        "'? * * * *', minute, 'was \"?\"'",
        "'', five fields, 'was \"\"'",
        "'* * * *', five fields, 'was \"* * * *\"'",
        "'0 0 3 * * *', five fields, 'was \"0 0 3 * * *\"'",
        "@reboot, five fields, '@daily, @hourly, @monthly, @weekly, @yearly'",
        "@Daily, five fields, 'was \"@Daily\"'",
        "'0 0 31 2 *', never fires, 'no day of month 31 in month 2'",
        "'0 0 30,31 FEB *', never fires, 'no day of month 30,31 in month FEB'",
        "'0 0 31 4,6,9,11 *', never fires, 'name a day that the month has'",
        "'0 0 31 2 */2', never fires, 'no day of month 31 in month 2'",
    })
    void refuses(String cron, String what, String found) {
        assertThatThrownBy(() -> Cron.parse(cron))
                .isInstanceOf(BadCronException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(found)
                .message()
                .doesNotContain("\n")
                .doesNotEndWith(".");
    }

    @Test
    void whatIsTooLongIsRefusedWithItsLength() {
        assertThatThrownBy(() -> Cron.parse("0".repeat(256))).hasMessageContaining("at most 255 characters, was 256");
    }

    @Test
    @DisplayName("every minute of a leap year is named by the five stars, and none twice")
    void missesNothing() {
        Cron cron = Cron.parse("* * * * *");
        long start = Instant.parse("2028-01-01T00:00:00Z").toEpochMilli();
        for (long at = start; at < start + 366L * 86_400_000; at += 60_000) {
            assertThat(cron.next(at)).isEqualTo(OptionalLong.of(at + 60_000));
        }
    }
}
