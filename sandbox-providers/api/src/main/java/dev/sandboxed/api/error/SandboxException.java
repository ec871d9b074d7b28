package dev.sandboxed.api.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything this library throws on purpose, apart from {@link IllegalArgumentException} for arguments that
 * could never be right.
 *
 * <p>A command that fails is a result, not an exception. A sandbox that dies, a provider that cannot and a wire that
 * breaks are exceptions, and each of those three is a different one.
 */
public abstract class SandboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String what;
    private final @Nullable String provider;
    private final @Nullable String sandbox;
    private final @Nullable String remedy;

    protected SandboxException(String code, Fault fault) {
        super(fault.message(), fault.cause());
        this.code = code;
        this.what = fault.what();
        this.provider = fault.provider();
        this.sandbox = fault.sandbox();
        this.remedy = fault.remedy();
    }

    /** Returns the kind of failure in a word that never changes between versions, for programs to branch on. */
    public final String code() {
        return code;
    }

    /** Returns the code of whatever was thrown: {@code unexpected} for what is not from this library. */
    public static String codeOf(Throwable failure) {
        return failure instanceof SandboxException known ? known.code() : "unexpected";
    }

    /** Returns the fault alone, without where it happened and the remedy, which the message has as well. */
    public final String what() {
        return what;
    }

    /** Returns the provider it happened in, where one was involved. */
    public final Optional<String> provider() {
        return Optional.ofNullable(provider);
    }

    /** Returns the sandbox it happened in, where one existed. */
    public final Optional<String> sandbox() {
        return Optional.ofNullable(sandbox);
    }

    /** Returns what a person can do about it, where there is something. */
    public final Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
