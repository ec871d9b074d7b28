package dev.sandboxed.cli.internal;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: the host it runs on, its own place in the command line, and an option to tell more. */
abstract class HostCommand implements Callable<Integer> {

    private final Host host;

    @Spec
    private @Nullable CommandSpec self;

    @Option(names = "--verbose", description = "tell more, and show stack traces")
    private boolean verbose;

    HostCommand(Host host) {
        this.host = host;
    }

    final Host host() {
        return host;
    }

    final CommandLine line() {
        return Objects.requireNonNull(self, "self").commandLine();
    }

    final boolean isVerbose() {
        return verbose;
    }
}
