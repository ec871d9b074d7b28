package dev.sandboxed.api.limit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory, disk or data.
 *
 * <p>Units are binary: {@code 1k} is 1,024 bytes. Written forms: {@code 512}, {@code 64k}, {@code 256m}, {@code 1.5g},
 * {@code 2t}, in either case, with an optional {@code b} or {@code ib} behind the unit.
 *
 * @param bytes the size in bytes, never negative
 */
public record DataSize(long bytes) implements Comparable<DataSize> {

    /** No data at all. */
    public static final DataSize ZERO = new DataSize(0);

    private static final String UNITS = "bkmgtp";
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s*(?:b|([kmgtp])(?:i?b)?)?", Pattern.CASE_INSENSITIVE);
    private static final String REMEDY =
            "write a whole or decimal number with an optional unit, such as 512k, 256m or 1.5g";

    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "A data size cannot be negative, but was " + bytes + " bytes; " + REMEDY);
        }
    }

    public static DataSize ofBytes(long bytes) {
        return new DataSize(bytes);
    }

    public static DataSize ofKibibytes(long kibibytes) {
        return times(kibibytes, 10);
    }

    public static DataSize ofMebibytes(long mebibytes) {
        return times(mebibytes, 20);
    }

    public static DataSize ofGibibytes(long gibibytes) {
        return times(gibibytes, 30);
    }

    private static DataSize times(long amount, int shift) {
        if (amount > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException(
                    "Data size " + amount + " times 2^" + shift + " bytes is larger than any machine holds; " + REMEDY);
        }
        return new DataSize(amount << shift);
    }

    /**
     * Reads a written size such as {@code 256m}.
     *
     * @throws IllegalArgumentException if the text has another form, is negative, or is beyond what a long can hold
     */
    public static DataSize parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("Not a data size: '" + text + "'; " + REMEDY);
        }
        String unit = form.group(2) == null ? "b" : form.group(2).toLowerCase(Locale.ROOT);
        BigDecimal factor = BigDecimal.valueOf(1L << (10 * UNITS.indexOf(unit)));
        BigDecimal bytes = new BigDecimal(form.group(1)).multiply(factor).setScale(0, RoundingMode.DOWN);
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("Data size '" + text + "' is larger than any machine holds; " + REMEDY);
        }
        return new DataSize(bytes.longValueExact());
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** Writes the size in the largest unit that loses nothing, in a form that {@link #parse} reads back. */
    @Override
    public String toString() {
        int unit = 0;
        long amount = bytes;
        while (amount != 0 && amount % 1024 == 0 && unit < UNITS.length() - 1) {
            amount /= 1024;
            unit++;
        }
        return unit == 0 ? Long.toString(amount) : amount + String.valueOf(UNITS.charAt(unit));
    }
}
