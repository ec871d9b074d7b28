package dev.sandboxed.conformance.hostile;

import dev.sandboxed.conformance.internal.text.ResourceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What Java cannot make on the host: an abstract socket, and System V shared memory. Perl can, on hosts that have it; on
 * others there is nothing to be found.
 *
 * <p>It goes with this JVM, however that ends.
 */
final class HostBeacon implements AutoCloseable {

    /** What a script left under the next key, if it reached the host, is removed as well. */
    private static final String PROGRAM = ResourceText.of(HostBeacon.class, "beacon.pl");

    private final Process process;

    /** Of the host's and, one higher, for what a script leaves. */
    private final int key = ThreadLocalRandom.current().nextInt(1 << 20, 1 << 30);

    HostBeacon(String socket) {
        try {
            process = new ProcessBuilder(
                            "/bin/sh",
                            "-c",
                            "command -v perl >/dev/null && exec perl -e \"$@\"",
                            "sh",
                            PROGRAM,
                            socket,
                            String.valueOf(key))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader said = process.inputReader();
            said.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start a process on this host", e);
        }
    }

    int key() {
        return key;
    }

    /** Ends at the end of its input, once it has removed what it made. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot end a process on this host", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
