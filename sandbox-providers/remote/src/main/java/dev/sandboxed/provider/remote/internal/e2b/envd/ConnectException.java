package dev.sandboxed.provider.remote.internal.e2b.envd;

import dev.sandboxed.provider.remote.internal.wire.Answer;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** The daemon, or the gateway before it, has said no. */
final class ConnectException extends IOException {

    private static final long serialVersionUID = 1;

    /** What a gateway means that does not speak the protocol. */
    private static final Map<Integer, String> PLAIN = Map.of(
            400, "invalid_argument",
            401, "unauthenticated",
            403, "permission_denied",
            404, "not_found",
            409, "already_exists",
            429, "resource_exhausted",
            502, "unavailable",
            503, "unavailable",
            504, "deadline_exceeded");

    private static final Set<String> OF_PROCESS = Set.of("internal", "not_found", "failed_precondition");

    private final String code;
    private final String said;

    ConnectException(String code, String said) {
        super("The daemon of the sandbox says " + code + (said.isEmpty() ? "" : ": " + said));
        this.code = code;
        this.said = said;
    }

    /** Reads the error of a call that is no stream. */
    static ConnectException of(Answer answer) {
        String code = answer.body().path("code").textValue();
        return new ConnectException(
                code == null ? PLAIN.getOrDefault(answer.status(), "unknown") : code,
                answer.message().isEmpty() ? "HTTP " + answer.status() : answer.message());
    }

    /** Returns whether the gateway says that there is no such sandbox, or none that runs. */
    boolean saysGone() {
        return code.equals("unavailable") && said.contains("not found");
    }

    /** Returns whether there is no such user inside; a wrong key is refused with the same word. */
    boolean saysNoSuchUser() {
        return code.equals("unauthenticated") && said.contains("username");
    }

    /** Returns whether the sandbox is being paused or resumed just now. */
    boolean saysInTransition() {
        return code.equals("already_exists") && said.contains("transition");
    }

    /** Returns whether it is about a process inside, which has ended or no longer reads, and not about the way to it. */
    boolean isOfProcess() {
        return OF_PROCESS.contains(code);
    }

    /** Returns the word of the protocol for what went wrong. */
    String code() {
        return code;
    }

    /** Returns what the daemon says about it. */
    String said() {
        return said;
    }
}
