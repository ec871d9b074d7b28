package dev.sandboxed.api.error;

import dev.sandboxed.api.internal.text.HarmlessText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes what went wrong, where, and what a person can do about it.
 *
 * <p>Every exception of the family is made from one of these, so that no constructor takes a row of strings.
 *
 * @param what the fault in one sentence, with the offending value in it
 * @param provider name of the provider it happened in, if any
 * @param sandbox id of the sandbox it happened in, if any
 * @param remedy what to do about it, if a person can do something; a command that can be pasted where possible
 * @param cause the lower-level failure, if any
 */
public record Fault(
        String what,
        @Nullable String provider,
        @Nullable String sandbox,
        @Nullable String remedy,
        @Nullable Throwable cause) {

    public Fault {
        Objects.requireNonNull(what, "what");
    }

    public static Fault of(String what) {
        return new Fault(what, null, null, null, null);
    }

    public Fault provider(@Nullable String name) {
        return new Fault(what, name, sandbox, remedy, cause);
    }

    public Fault sandbox(@Nullable String id) {
        return new Fault(what, provider, id, remedy, cause);
    }

    public Fault remedy(@Nullable String action) {
        return new Fault(what, provider, sandbox, action, cause);
    }

    public Fault cause(@Nullable Throwable lower) {
        return new Fault(what, provider, sandbox, remedy, lower);
    }

    /**
     * Renders the message of the exception: the fault first, then where it happened and the remedy. What a command has printed may be
     * among it, and builds print messages.
     */
    String message() {
        StringBuilder text = new StringBuilder(what);
        String where = where();
        if (!where.isEmpty()) {
            text.append(" [").append(where).append(']');
        }
        if (remedy != null) {
            text.append("\n  remedy: ").append(remedy);
        }
        return HarmlessText.of(text.toString());
    }

    private String where() {
        String in = provider == null ? "" : "provider " + provider;
        if (sandbox == null) {
            return in;
        }
        return (in.isEmpty() ? "" : in + ", ") + "sandbox " + sandbox;
    }
}
