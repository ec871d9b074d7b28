package dev.sandboxed.provider.microvm.internal.firecracker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where a Firecracker runs, and by which names it knows files of the host. Sockets have relative names. */
interface Room {

    /** Returns the command that starts it. */
    List<String> argv(List<String> arguments);

    /**
     * Gets it ready, before Firecracker is started. Sockets are found in the folder of the machine from then on.
     *
     * @param sockets the names of all sockets
     * @throws IOException if the host refuses
     */
    void prepare(List<String> sockets) throws IOException;

    /**
     * Shows it a file that it reads, once Firecracker runs.
     *
     * @param name what the file is called there, the same for each machine
     * @return the path to tell it
     * @throws IOException if the host refuses
     */
    String show(Path file, String name) throws IOException;

    /** Shows it a file that is not ours, and leaves that as it is; otherwise as {@link #show}. */
    String bring(Path file, String name) throws IOException;

    /** Shows it a file in the folder of the machine that it writes as well; otherwise as {@link #show}. */
    String lend(String name) throws IOException;

    /** Returns the path to tell it where a file is to be written that is not there yet. */
    String pathFor(Path file);

    /**
     * Gets a file that was written by such a path.
     *
     * @throws IOException if it is not there, or the host refuses
     */
    void fetch(Path file) throws IOException;
}
