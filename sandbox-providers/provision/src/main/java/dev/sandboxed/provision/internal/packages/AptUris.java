package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.provision.Checksum;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code apt-get --print-uris} says: a line for each file, with its address, name, size and checksum. */
final class AptUris {

    private static final Pattern LINE = Pattern.compile("^'[^']+' \\S+ (\\d+) ", Pattern.MULTILINE);

    /** A name with a slash, or of a hidden file, would lie somewhere else than it should. */
    private static final Pattern VERIFIABLE = Pattern.compile(
            "^'([^']+)' ([^\\s/.][^\\s/]*\\.deb) (\\d+) SHA(?:256:([0-9a-f]{64})|512:([0-9a-f]{128}))$",
            Pattern.MULTILINE);

    private AptUris() {}

    /** Returns the size of all files together; empty if it is about none. */
    static OptionalLong totalSize(String said) {
        return LINE.matcher(said)
                .results()
                .map(line -> OptionalLong.of(Long.parseLong(line.group(1))))
                .reduce(OptionalLong.empty(), (sum, one) -> OptionalLong.of(sum.orElse(0) + one.orElse(0)));
    }

    /** Returns the first file that has a checksum; empty if there is none. */
    static Optional<PackageFile> file(String name, String said) {
        Matcher line = VERIFIABLE.matcher(said);
        if (!line.find()) {
            return Optional.empty();
        }
        Checksum checksum = line.group(4) == null ? Checksum.sha512(line.group(5)) : Checksum.sha256(line.group(4));
        return Optional.of(
                new PackageFile(name, line.group(1), line.group(2), Long.parseLong(line.group(3)), checksum));
    }
}
