package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;

/** Bounds the bytes that a sandbox can make the host write, for provider authors. Used by one thread. */
public final class TransferBudget {

    private final String what;
    private final DataSize most;
    private long spent;

    /**
     * Begin with nothing spent.
     *
     * @param what whose bytes they are, for the error
     */
    public TransferBudget(String what, DataSize most) {
        this.what = what;
        this.most = most;
    }

    /**
     * Count bytes.
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
     * Refuse a total that was announced, before any of it is read.
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
                        .remedy("look at what the sandbox has made, or allow more with"
                                + " DownloadOptions.DEFAULT.withBudget(…)"));
    }
}
