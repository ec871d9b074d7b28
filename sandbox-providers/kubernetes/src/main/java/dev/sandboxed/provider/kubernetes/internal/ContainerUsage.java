package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** Asks the control group of a container, from inside, what it has used. */
final class ContainerUsage {

    private static final Command ASKING = Command.shell(script()).cwd("/");

    private ContainerUsage() {}

    static Usage of(GuestCommands commands) {
        String[] told = commands.run(ASKING).orThrow().stdout().strip().split(" ");
        long now = Long.parseLong(told[1]);
        return new Usage(
                Duration.ofNanos(Long.parseLong(told[0])),
                DataSize.ofBytes(now),
                // Older kernels do not tell it.
                DataSize.ofBytes(Math.max(now, Long.parseLong(told[2]))),
                Integer.parseInt(told[3]));
    }

    private static String script() {
        try (InputStream script = ContainerUsage.class.getResourceAsStream("usage.sh")) {
            return new String(Objects.requireNonNull(script, "usage.sh").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
