package dev.sandboxed.provision.internal.packages;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What {@code apt-get --print-uris} says: a line for each file, with its address, name, size and checksum. */
final class AptUris {

    private static final Pattern LINE = Pattern.compile("^'[^']+' \\S+ (\\d+) ", Pattern.MULTILINE);

    private AptUris() {}

    /** Returns the size of all files together; empty if it is about none. */
    static OptionalLong totalSize(String said) {
        return LINE.matcher(said)
                .results()
                .map(line -> OptionalLong.of(Long.parseLong(line.group(1))))
                .reduce(OptionalLong.empty(), (sum, one) -> OptionalLong.of(sum.orElse(0) + one.orElse(0)));
    }
}
