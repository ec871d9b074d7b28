package dev.sandboxed.api.files;

/** Counts what has arrived and tells a listener, for provider authors. Used by one thread. */
public final class TransferProgress {

    private final TransferListener listener;
    private long files;
    private long bytes;

    /** Begins to count. */
    public TransferProgress(TransferListener listener) {
        this.listener = listener;
    }

    /** Counts a file or link, and tells of it. */
    public void arrived(String path, long size) {
        files++;
        bytes += size;
        listener.transferred(path, files, bytes);
    }
}
