package dev.sandboxed.api.files;

/** Told about the progress of an upload or download. */
@FunctionalInterface
public interface TransferListener {

    /** Nobody listens. */
    TransferListener SILENT = (path, files, bytes) -> {};

    /**
     * A file has arrived.
     *
     * @param path its path inside the sandbox
     * @param files how many have arrived, this one included
     * @param bytes how many bytes have arrived in all
     */
    void transferred(String path, long files, long bytes);
}
