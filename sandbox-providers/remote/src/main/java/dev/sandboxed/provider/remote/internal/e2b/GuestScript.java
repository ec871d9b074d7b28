package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Scripts that find something out inside of a sandbox. */
enum GuestScript {
    /** What all processes have used. */
    USAGE("usage.sh"),
    /** Which start of which kernel it runs on. */
    BOOT("boot.sh");

    private final String text;

    GuestScript(String file) {
        try (InputStream script = GuestScript.class.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(script, file).readAllBytes();
            this.text = new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it, and returns what it prints. */
    String run(GuestCommands commands) {
        return commands.run(Command.shell(text).cwd("/")).stdout().strip();
    }
}
