package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;

/** A guest of which nothing is there but the archives that it sends and what its shell says. */
final class SendingGuest {

    /** What the shell of root says when it is asked who it is. */
    static final String ROOT = "0\n0\n0\nstat\n";

    private SendingGuest() {}

    /** Makes an archive of what lies at a path, or of something else. */
    @FunctionalInterface
    interface Sending {
        InputStream fetch(String path) throws IOException;
    }

    /** Serves its files; nothing can be stored in it. */
    static GuestFiles files(Sending sending, Function<Command, ExecResult> shell) {
        GuestArchives archives = new GuestArchives() {
            @Override
            public InputStream fetch(String path) throws IOException {
                return sending.fetch(path);
            }

            @Override
            public void store(String directory, InputStream content) throws IOException {
                throw new IOException("nothing is stored here");
            }
        };
        return new GuestFiles(new GuestAccess("hostile", "sbx-1", "/w", archives, shell, () -> {}));
    }

    /** Has a command succeed. */
    static ExecResult said(Command command, String stdout) {
        return said(command, output(stdout));
    }

    /** Has a command succeed with output that is no text. */
    static ExecResult said(Command command, Output stdout) {
        return new ExecResult(command, Ending.exited(0), stdout, Output.EMPTY, Duration.ZERO);
    }

    /** Has a command fail. */
    static ExecResult failed(Command command, String stderr) {
        return new ExecResult(command, Ending.exited(1), Output.EMPTY, output(stderr), Duration.ZERO);
    }

    private static Output output(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
