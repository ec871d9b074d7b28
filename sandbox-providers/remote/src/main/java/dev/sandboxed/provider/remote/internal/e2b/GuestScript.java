package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Scripts that find something out inside of a sandbox. */
enum GuestScript {
    /** What all processes have used. */
    USAGE("usage.sh"),
    /** Which start of which kernel it runs on. */
    BOOT("boot.sh"),
    /** Holds processes still, and says when all that they have written has come through. */
    HOLD(GuestCommands.class, "killing.sh", "hold.sh"),
    /** How many plain files there are, all of them on disk. */
    COUNT("count.sh"),
    /** Which plain files and links there are. */
    FILES("files.sh"),
    /** Packs files. */
    PACK("pack.sh"),
    /** Removes files. */
    REMOVE("remove.sh");

    /** Who may see and do everything inside. */
    static final String ROOT = "root";

    private final String text;

    GuestScript(String file) {
        this.text = read(GuestScript.class, file);
    }

    /** Reads functions before it, which lie beside a class. */
    GuestScript(Class<?> place, String functions, String file) {
        this.text = read(place, functions) + "\n" + read(GuestScript.class, file);
    }

    private static String read(Class<?> place, String file) {
        try (InputStream script = place.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(script, file).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command line that runs it. */
    List<String> argv(String... arguments) {
        return Stream.concat(Stream.of("/bin/sh", "-c", text, "sh"), Stream.of(arguments))
                .toList();
    }

    /** Returns the command that runs it. */
    Command command() {
        return Command.shell(text).cwd("/");
    }

    /** Runs it, and returns what it prints. */
    String run(GuestCommands commands) {
        return commands.run(command()).stdout().strip();
    }
}
