package dev.sandboxed.wire.internal;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, in words from which the other side makes the same exception.
 *
 * @param code the kind of failure, as {@link SandboxException#code}, or {@link #BAD_REQUEST}
 * @param what the fault in one sentence
 * @param remedy what to do about it
 * @param path the file that it is about
 * @param reason why a file operation failed, as {@link FileFailure} in lower case
 * @param resource what ran out, as {@link Resource} in lower case
 * @param limit how much of it there is
 * @param actual how much was asked for
 * @param capability what is not supported, as {@link Capability}
 */
public record FaultWords(
        String code,
        String what,
        @Nullable String remedy,
        @Nullable String path,
        @Nullable String reason,
        @Nullable String resource,
        @Nullable String limit,
        @Nullable String actual,
        @Nullable String capability) {

    /** The code of what no sandbox was asked for, since it cannot be right. */
    public static final String BAD_REQUEST = "bad-request";

    /** The code of a request without the right token. */
    public static final String UNAUTHORIZED = "unauthorized";

    /** The code of a request that has to wait for others. */
    public static final String BUSY = "busy";

    /** Writes down a failure that is told by its code alone. */
    public static FaultWords of(String code, String what, @Nullable String remedy) {
        return new FaultWords(code, what, remedy, null, null, null, null, null, null);
    }

    /** Writes down an exception. Of one that is not ours nothing is told but its kind: it may hold anything. */
    public static FaultWords of(RuntimeException failure) {
        if (failure instanceof SandboxFileException file) {
            return new FaultWords(
                    file.code(),
                    file.what(),
                    file.remedy().orElse(null),
                    file.path(),
                    file.reason().name().toLowerCase(Locale.ROOT),
                    null,
                    null,
                    null,
                    null);
        }
        if (failure instanceof ResourceLimitException limit) {
            return new FaultWords(
                    limit.code(),
                    limit.what(),
                    limit.remedy().orElse(null),
                    null,
                    null,
                    limit.resource().name().toLowerCase(Locale.ROOT),
                    limit.limit(),
                    limit.actual(),
                    null);
        }
        if (failure instanceof UnsupportedCapabilityException lacking) {
            return new FaultWords(
                    lacking.code(),
                    lacking.what(),
                    lacking.remedy().orElse(null),
                    null,
                    null,
                    null,
                    null,
                    null,
                    lacking.capability().name());
        }
        if (failure instanceof SandboxException known) {
            return of(known.code(), known.what(), known.remedy().orElse(null));
        }
        return failure instanceof IllegalArgumentException
                ? of(BAD_REQUEST, String.valueOf(failure.getMessage()), null)
                : of(
                        "unexpected",
                        "The service failed with " + failure.getClass().getSimpleName(),
                        "see what the service has logged");
    }

    /**
     * Makes the exception that was written down; one of a kind that is not known here is a {@link SandboxTransportException}.
     *
     * @param completed adds where it happened
     */
    public RuntimeException exception(Function<Fault, Fault> completed) {
        Fault fault = completed.apply(Fault.of(what).remedy(remedy));
        return switch (code) {
            case BAD_REQUEST -> new IllegalArgumentException(what);
            case "sandbox-file", "sandbox-file-not-found" ->
                SandboxFileException.of(
                        String.valueOf(path),
                        named(FileFailure.values(), reason).orElse(FileFailure.OTHER),
                        fault);
            case "resource-limit" ->
                new ResourceLimitException(
                        named(Resource.values(), resource).orElse(Resource.TRANSFER),
                        String.valueOf(limit),
                        String.valueOf(actual),
                        fault);
            case "sandbox-destroyed" -> new SandboxDestroyedException(fault);
            case "sandbox-not-found" -> new SandboxNotFoundException(fault);
            case "sandbox-stopped" -> new SandboxStoppedException(fault);
            case "sandbox-start" -> new SandboxStartException(fault);
            case "command-start" -> new CommandStartException(fault);
            case "snapshot-rejected" -> new SnapshotRejectedException(fault);
            case "provider-unavailable", UNAUTHORIZED -> new ProviderUnavailableException(fault);
            case "unsupported-capability" -> unsupported(fault);
            default -> new SandboxTransportException(fault);
        };
    }

    private RuntimeException unsupported(Fault fault) {
        return named(Capability.values(), capability)
                .<RuntimeException>map(lacking -> new UnsupportedCapabilityException(lacking, fault))
                .orElseGet(() -> new SandboxTransportException(fault));
    }

    private static <E extends Enum<E>> Optional<E> named(E[] all, @Nullable String name) {
        return Arrays.stream(all)
                .filter(one -> one.name().equalsIgnoreCase(name))
                .findFirst();
    }
}
