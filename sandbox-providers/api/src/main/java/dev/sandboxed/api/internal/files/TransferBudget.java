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
    private final Purpose purpose;
    private final @Nullable String provider;
    private final @Nullable String sandbox;
    private long spent;

    private enum Purpose {
        DOWNLOAD(
                "downloaded",
                "look at what the sandbox has made, or allow more with DownloadOptions.DEFAULT.withBudget(…)"),
        SNAPSHOT(
                "saved",
                "look for files that seem larger than the disk, as those with holes do, and delete them first");

        private final String done;
        private final String remedy;

        Purpose(String done, String remedy) {
            this.done = done;
            this.remedy = remedy;
        }
    }

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
        this(what, most, Purpose.DOWNLOAD, provider, sandbox);
    }

    private TransferBudget(
            String what, DataSize most, Purpose purpose, @Nullable String provider, @Nullable String sandbox) {
        this.what = what;
        this.most = most;
        this.purpose = purpose;
        this.provider = provider;
        this.sandbox = sandbox;
    }

    /** Returns one for what is saved as a snapshot, as a stream in which holes of files are as long as they seem. */
    public static TransferBudget ofSnapshot(DataSize most) {
        return new TransferBudget("snapshot", most, Purpose.SNAPSHOT, null, null);
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
                Fault.of("'" + what + "' has " + actual + ", and at most " + most + " may be " + purpose.done)
                        .provider(provider)
                        .sandbox(sandbox)
                        .remedy(purpose.remedy));
    }
}
