package dev.odradek.topics.schedule;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the five fields of a cron expression, and which values a text names in it. */
enum CronField {
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    DAY_OF_WEEK("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

    private static final Pattern PART =
            Pattern.compile("(?:\\*|([A-Za-z]+|\\d{1,2})(?:-([A-Za-z]+|\\d{1,2}))?)(?:/(\\d{1,2}))?");
    private static final int SUNDAY_TOO = 7;

    private final String label;
    private final int first;
    private final int last;
    /** Each of three letters, parted by blanks, in the order of their values. */
    private final String names;

    CronField(String label, int first, int last, String names) {
        this.label = label;
        this.first = first;
        this.last = last;
        this.names = names;
    }

    /** The values a text names, one bit each. */
    long values(String text) {
        long values = 0;
        for (String part : text.split(",", -1)) {
            values |= part(text, part);
        }
        boolean sundayToo = this == DAY_OF_WEEK && (values & (1L << SUNDAY_TOO)) != 0;
        return sundayToo ? (values & ~(1L << SUNDAY_TOO)) | 1 : values;
    }

    private long part(String text, String part) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw bad(text, "");
        }
        boolean all = matcher.group(1) == null;
        boolean range = all || matcher.group(2) != null;
        if (matcher.group(3) != null && !range) {
            throw bad(text, "; a step needs * or a range before it");
        }
        int from = all ? first : value(text, matcher.group(1));
        int to = all ? last : range ? value(text, matcher.group(2)) : from;
        if (this == DAY_OF_WEEK && to == 0 && from > 0) {
            to = SUNDAY_TOO;
        }
        if (to < from) {
            throw bad(text, "; a range must not run backwards");
        }
        int step = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
        if (step < 1 || step > last) {
            throw bad(text, "; a step must be 1 to " + last);
        }
        // A week that is walked through in steps must not meet its Sunday twice.
        int end = all && this == DAY_OF_WEEK ? SUNDAY_TOO - 1 : to;
        long values = 0;
        for (int value = from; value <= end; value += step) {
            values |= 1L << value;
        }
        return values;
    }

    private int value(String text, String word) {
        int named = word.length() == 3 ? names.indexOf(word.toUpperCase(Locale.ROOT)) : -1;
        if (named >= 0) {
            return named / 4 + first;
        }
        int value = Character.isDigit(word.charAt(0)) ? Integer.parseInt(word) : -1;
        if (value < first || value > last) {
            throw bad(text, "");
        }
        return value;
    }

    private BadCronException bad(String text, String why) {
        String words =
                names.isEmpty() ? "" : " or " + names.substring(0, 3) + " to " + names.substring(names.length() - 3);
        String low = String.valueOf(first);
        return new BadCronException("the " + label + " of a cron expression must be *, " + first + " to " + last + words
                + ", or a list, range or step of these such as " + low + "," + (first + 2) + " or " + low + "-"
                + (first + 3) + " or */2, was \"" + text + "\"" + why);
    }
}
