package dev.sandboxed.api.internal.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import org.jspecify.annotations.Nullable;

/** Bounds the bytes that a sandbox can make the host write, for provider authors. Used by one thread. */
public final class TransferBudget {

    private final String what;
    private final DataSize most;
    private final @Nullable String provider;
    private final @Nullable String sandbox;
    private long spent;

    /**
     * Begins with nothing spent.
     *
     * @param what whose bytes they are, for the error
     */
    public TransferBudget(String what, DataSize most) {
        this(what, most, null, null);
    }

    /**
     * Begins with nothing spent, and with errors that tell where they happened.
     *
     * @param what whose bytes they are
     * @param provider name of the provider
     * @param sandbox id of the sandbox
     */
    public TransferBudget(String what, DataSize most, @Nullable String provider, @Nullable String sandbox) {
        this.what = what;
        this.most = most;
        this.provider = provider;
        this.sandbox = sandbox;
    }

    /**
     * Counts bytes.
     *
     * @throws ResourceLimitException if there are more than may be
     */
    public void spend(long bytes) {
        spent += bytes;
        if (spent > most.bytes() || spent < 0) {
            throw tooMuch("more than " + most);
        }
    }

    /**
     * Refuses a total that was announced, before any of it is read.
     *
     * @throws ResourceLimitException if it is more than may be
     */
    public void announce(long total) {
        if (total > most.bytes() || total < 0) {
            throw tooMuch(
                    total < 0
                            ? "more than any disk holds"
                            : DataSize.ofBytes(total).toString());
        }
    }

    private ResourceLimitException tooMuch(String actual) {
        return new ResourceLimitException(
                Resource.TRANSFER,
                most.toString(),
                actual,
                Fault.of("'" + what + "' has " + actual + ", and at most " + most + " may be downloaded")
                        .provider(provider)
                        .sandbox(sandbox)
                        .remedy("look at what the sandbox has made, or allow more with"
                                + " DownloadOptions.DEFAULT.withBudget(…)"));
    }
}
