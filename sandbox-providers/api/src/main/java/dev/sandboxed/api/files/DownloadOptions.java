package dev.sandboxed.api.files;

import dev.sandboxed.api.limit.DataSize;

/**
 * How files are copied to the host.
 *
 * @param budget how many bytes all files together may have, holes included: a file that takes no room in a sandbox can claim
 *     to have any size
 * @param progress told of every file
 */
public record DownloadOptions(DataSize budget, TransferListener progress) {

    /** At most 4 GiB, and nobody listens. */
    public static final DownloadOptions DEFAULT = new DownloadOptions(DataSize.ofGibibytes(4), TransferListener.SILENT);

    public DownloadOptions withBudget(DataSize most) {
        return new DownloadOptions(most, progress);
    }

    public DownloadOptions withProgress(TransferListener listener) {
        return new DownloadOptions(budget, listener);
    }
}
