package dev.sandboxed.conformance.examination;

import dev.sandboxed.conformance.contract.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The failures that a provider announces: for each clause, why. */
public final class Expectations {

    /** Nothing is announced. */
    public static final Expectations NONE = new Expectations(Map.of());

    private final Map<String, String> reasons;

    private Expectations(Map<String, String> reasons) {
        this.reasons = Collections.unmodifiableMap(new TreeMap<>(reasons));
    }

    /**
     * Announces failures.
     *
     * @throws IllegalArgumentException if there is no such clause, or a reason is blank
     */
    public static Expectations of(Map<String, String> reasons) {
        reasons.forEach((id, reason) -> {
            Contract.current().clause(id);
            if (reason.isBlank()) {
                throw new IllegalArgumentException("The expected failure of " + id + " needs a reason");
            }
        });
        return new Expectations(reasons);
    }

    /**
     * Reads a file with a clause and a reason on each line; empty lines and those that begin with {@code #} are skipped.
     *
     * @throws IllegalArgumentException if a line is none of that; the message has its number
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Expectations read(Path file) {
        try {
            return parse(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the expectations in '" + file + "': " + e, e);
        }
    }

    static Expectations parse(String name, List<String> lines) {
        Map<String, String> reasons = new TreeMap<>();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String[] parts = line.split("\\s+", 2);
                try {
                    Contract.current().clause(parts[0]);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(name + ", line " + number + ": " + e.getMessage(), e);
                }
                if (parts.length < 2 || reasons.put(parts[0], parts[1]) != null) {
                    throw new IllegalArgumentException(name + ", line " + number + ": '" + line
                            + (parts.length < 2 ? "' gives no reason" : "' names a clause for the second time")
                            + "; write each clause once, as in: EXEC-23 the gateway cuts idle connections");
                }
            }
        }
        return new Expectations(reasons);
    }

    /** Returns why a clause is expected to fail, where it is. */
    public Optional<String> reason(String clause) {
        return Optional.ofNullable(reasons.get(clause));
    }
}
