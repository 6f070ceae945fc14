package dev.odradek.topics.schedule;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When something happens again and again: a cron expression of five fields, in UTC.
 *
 * <p>Its meaning never changes, and it knows no time zone: their data differ between JVMs, and a replayed log must come
 * to the same times on every machine.
 */
public final class Cron {
    /** Some days are eight years apart: 29 February around 2100. */
    private static final int YEARS = 9;

    private static final int LONGEST = 255;
    private static final int MINUTES_A_DAY = 1440;
    private static final long MILLIS_A_MINUTE = 60_000;

    private static final Map<String, String> NAMED = new TreeMap<>(Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *"));

    private final String text;
    private final long minutes;
    private final long hours;
    private final long days;
    private final long months;
    private final long weekdays;
    private final boolean eitherDay;

    private Cron(String text, List<String> fields) {
        this.text = text;
        this.minutes = CronField.MINUTE.values(fields.get(0));
        this.hours = CronField.HOUR.values(fields.get(1));
        this.days = CronField.DAY_OF_MONTH.values(fields.get(2));
        this.months = CronField.MONTH.values(fields.get(3));
        this.weekdays = CronField.DAY_OF_WEEK.values(fields.get(4));
        this.eitherDay = !fields.get(2).startsWith("*") && !fields.get(4).startsWith("*");
    }

    /** The expression, or {@link BadCronException} if it is none or never fires. */
    public static Cron parse(String text) {
        if (text.length() > LONGEST) {
            throw new BadCronException(
                    "a cron expression must have at most " + LONGEST + " characters, was " + text.length());
        }
        String known = NAMED.getOrDefault(text.strip(), text.strip());
        List<String> fields = List.of(known.split("\\s+"));
        if (fields.size() != CronField.values().length) {
            throw new BadCronException("a cron expression must be five fields (minute, hour, day of month, month, day"
                    + " of week) such as \"0 3 * * *\", or one of " + String.join(", ", NAMED.keySet()) + ", was \""
                    + text + "\"");
        }
        Cron cron = new Cron(text, fields);
        if (cron.next(0).isEmpty()) {
            throw new BadCronException("the cron expression \"" + text + "\" never fires: there is no day of month "
                    + fields.get(2) + " in month " + fields.get(3) + "; name a day that the month has");
        }
        return cron;
    }

    /** The first whole minute strictly after a time that the expression names, both in epoch milliseconds. */
    public OptionalLong next(long epochMillis) {
        long minute = Math.floorDiv(epochMillis, MILLIS_A_MINUTE) + 1;
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(minute, MINUTES_A_DAY));
        LocalDate end = day.plusYears(YEARS);
        int from = Math.floorMod(minute, MINUTES_A_DAY);
        while (day.isBefore(end)) {
            OptionalInt found = isOn(day) ? firstOfDay(from) : OptionalInt.empty();
            if (found.isPresent()) {
                return OptionalLong.of((day.toEpochDay() * MINUTES_A_DAY + found.getAsInt()) * MILLIS_A_MINUTE);
            }
            day = day.plusDays(1);
            from = 0;
        }
        return OptionalLong.empty();
    }

    private boolean isOn(LocalDate day) {
        boolean ofMonth = has(days, day.getDayOfMonth());
        boolean ofWeek = has(weekdays, day.getDayOfWeek().getValue() % 7);
        return has(months, day.getMonthValue()) && (eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek);
    }

    /** The first minute of a day that is named, from {@code from} on. */
    private OptionalInt firstOfDay(int from) {
        for (int hour = from / 60; hour < 24; hour++) {
            int start = hour == from / 60 ? from % 60 : 0;
            long left = has(hours, hour) ? minutes >>> start : 0;
            if (left != 0) {
                return OptionalInt.of(hour * 60 + start + Long.numberOfTrailingZeros(left));
            }
        }
        return OptionalInt.empty();
    }

    private static boolean has(long values, int value) {
        return (values & 1L << value) != 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
