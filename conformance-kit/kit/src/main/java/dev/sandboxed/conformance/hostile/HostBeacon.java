package dev.sandboxed.conformance.hostile;

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
    private static final String PROGRAM = """
            socket(S, 1, 1, 0) && bind(S, pack("Sa*", 1, "\\0$ARGV[0]")) && listen(S, 5) or die "socket: $!";
            my $id = shmget($ARGV[1], 4096, 01600) // die "shmget: $!";
            $| = 1;
            print "ready\\n";
            <STDIN>;
            shmctl($id, 0, 0);
            my $next = $ARGV[1] + 1;
            if (defined($id = shmget($next, 0, 0))) { shmctl($id, 0, 0) }
            if (defined($id = semget($next, 0, 0))) { semctl($id, 0, 0, 0) }
            if (defined($id = msgget($next, 0))) { msgctl($id, 0, 0) }
            """;

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
