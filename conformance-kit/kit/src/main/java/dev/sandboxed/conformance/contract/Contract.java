package dev.sandboxed.conformance.contract;

import dev.sandboxed.conformance.internal.text.ResourceText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The clauses of the contract, read from the page that people read: it is packed into the kit as it is. */
public final class Contract {

    /** The name of the page. */
    public static final String PAGE = "contract.md";

    private static final Pattern VERSION = Pattern.compile("(?m)^Version (\\d+\\.\\d+)$");
    private static final Pattern GROUP = Pattern.compile("^## ([A-Z]+): (.+)$");
    private static final Pattern ROW = Pattern.compile("^\\| <a id=\"([a-z]+-\\d+)\"></a>([A-Z]+-\\d+) \\| (\\w+) \\|"
            + " ([^|]*?) ?\\| ([^|]+) \\| ([^|]+) \\|$");

    private static final Contract CURRENT = parse(text());

    private final String version;
    private final Map<String, String> titles = new LinkedHashMap<>();
    private final Map<String, ContractClause> clauses = new LinkedHashMap<>();

    private Contract(String version) {
        this.version = version;
    }

    /** Returns the contract that this kit examines. */
    public static Contract current() {
        return CURRENT;
    }

    /**
     * Reads a page.
     *
     * @throws IllegalArgumentException if it has no version, or a row that is none; the message shows the line
     */
    static Contract parse(String page) {
        Matcher version = VERSION.matcher(page);
        if (!version.find()) {
            throw new IllegalArgumentException("The contract has no line such as 'Version 1.0'");
        }
        Contract contract = new Contract(version.group(1));
        page.lines().forEach(contract::take);
        return contract;
    }

    private void take(String line) {
        Matcher group = GROUP.matcher(line);
        if (group.matches()) {
            titles.put(group.group(1), group.group(2));
        } else if (line.startsWith("| <a id=")) {
            ContractClause clause = row(line);
            if (clauses.put(clause.id(), clause) != null) {
                throw new IllegalArgumentException("The contract has clause " + clause.id() + " twice");
            }
        }
    }

    private static ContractClause row(String line) {
        Matcher row = ROW.matcher(line);
        if (!row.matches() || !row.group(1).equalsIgnoreCase(row.group(2))) {
            throw new IllegalArgumentException("Not a row of the contract: " + line);
        }
        return new ContractClause(
                row.group(2), Level.valueOf(row.group(3)), Need.parse(row.group(4)), row.group(5), row.group(6));
    }

    public String version() {
        return version;
    }

    /** Returns all clauses in the order of the page. */
    public Collection<ContractClause> clauses() {
        return Collections.unmodifiableCollection(clauses.values());
    }

    /** Returns the headings of the groups by their letters, in the order of the page. */
    public Map<String, String> groups() {
        return Collections.unmodifiableMap(titles);
    }

    /**
     * Returns one clause.
     *
     * @throws IllegalArgumentException if there is none with that id
     */
    public ContractClause clause(String id) {
        ContractClause clause = clauses.get(id);
        if (clause == null) {
            throw new IllegalArgumentException(
                    "The contract has no clause '" + id + "'; it has those of the groups " + titles.keySet()
                            + ", for example " + clauses.keySet().iterator().next());
        }
        return clause;
    }

    /**
     * Returns the ids that match a pattern such as {@code EXEC-*} or {@code EXEC-1?,FILE-3}.
     *
     * @throws IllegalArgumentException if a part of it matches nothing
     */
    public List<String> matching(String globs) {
        List<String> found = new ArrayList<>();
        for (String glob : globs.split(",", -1)) {
            Pattern pattern = Pattern.compile(glob.strip()
                    .chars()
                    .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                    .collect(Collectors.joining()));
            List<String> some = clauses.keySet().stream()
                    .filter(id -> pattern.matcher(id).matches())
                    .toList();
            if (some.isEmpty()) {
                throw new IllegalArgumentException("No clause matches '" + glob.strip() + "'; there are the groups "
                        + titles.keySet() + ", write for example EXEC-* or FILE-3");
            }
            found.addAll(some);
        }
        return found.stream().distinct().toList();
    }

    /** Returns a value that changes when any clause does: {@code sha256:…}. */
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (ContractClause clause : clauses()) {
                String line = String.join(
                        "|", clause.id(), clause.level().name(), clause.need().written(), clause.promise());
                digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return "sha256:" + HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    /** Returns the page as people read it. */
    public static String text() {
        return ResourceText.of(Contract.class, "/META-INF/sandboxed/" + PAGE);
    }
}
