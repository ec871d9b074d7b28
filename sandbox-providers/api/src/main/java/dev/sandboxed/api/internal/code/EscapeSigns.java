package dev.sandboxed.api.internal.code;

import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.EscapeAttempt.Kind;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SecretMask;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Looks for signs that code tried what its sandbox does not allow. */
public final class EscapeSigns {

    private static final int MOST_OF_A_KIND = 5;
    private static final int LONGEST_EVIDENCE = 200;
    private static final Signal SYS = new Signal(31);

    private static final Pattern NETWORK = Pattern.compile(
            "Network is unreachable|ENETUNREACH|Temporary failure in name resolution|Name or service not known"
                    + "|EAI_AGAIN|ENOTFOUND|UnknownHostException|NoRouteToHostException|Could not resolve host"
                    + "|unable to resolve host|bad address '");
    private static final Pattern SYSTEM_CALL = Pattern.compile("Operation not permitted|\\bEPERM\\b|Bad system call");
    private static final Pattern READ_ONLY = Pattern.compile("Read-only file system|\\bEROFS\\b");

    private final List<EscapeAttempt> signs = new ArrayList<>();

    private final SecretMask mask;

    private EscapeSigns(SecretMask mask) {
        this.mask = mask;
    }

    /**
     * Looks at what is known of a run.
     *
     * @param result what came of it
     * @param attempts what it tried to reach
     * @param connected whether it may reach everything: then a name that is not found is no sign
     */
    public static List<EscapeAttempt> of(ExecResult result, List<NetworkAttempt> attempts, boolean connected) {
        EscapeSigns found = new EscapeSigns(result.mask());
        attempts.stream()
                .filter(attempt -> !attempt.allowed())
                .forEach(attempt -> found.add(Kind.NETWORK, attempt.toString()));
        result.signal().filter(SYS::equals).ifPresent(signal -> found.add(Kind.SYSTEM_CALL, "ended by SIGSYS"));
        result.stderr().lines().forEach(line -> found.read(line, connected));
        return List.copyOf(found.signs);
    }

    private void read(String line, boolean connected) {
        if (!connected && NETWORK.matcher(line).find()) {
            add(Kind.NETWORK, line);
        }
        if (SYSTEM_CALL.matcher(line).find()) {
            add(Kind.SYSTEM_CALL, line);
        }
        if (READ_ONLY.matcher(line).find()) {
            add(Kind.READ_ONLY_FILE, line);
        }
    }

    private void add(Kind kind, String evidence) {
        if (signs.stream().filter(sign -> sign.kind() == kind).count() < MOST_OF_A_KIND) {
            // Masked before it is cut: half a secret would not be known.
            String line = mask.apply(evidence.strip());
            signs.add(new EscapeAttempt(
                    kind, line.length() > LONGEST_EVIDENCE ? line.substring(0, LONGEST_EVIDENCE) + "…" : line));
        }
    }
}
