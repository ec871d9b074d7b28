package dev.sandboxed.cli.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code sandboxed run}: one command in a fresh sandbox. */
@Command(
        name = "run",
        description = "Runs one command in a fresh sandbox and exits with its code.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "sandboxed run [OPTION]... [--] COMMAND...",
        exitCodeOnInvalidInput = ExitCode.NO_SANDBOX,
        exitCodeOnExecutionException = ExitCode.NO_SANDBOX,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "124:the command's time was up",
            "125:no sandbox could be had, it died, or the options are wrong",
            "126:the command may not be executed",
            "127:the command does not exist",
            "128+n:signal n ended the command",
            "other:the command's own"
        })
final class RunCommand extends HostCommand {

    @Mixin
    private SandboxOptions sandboxOptions = new SandboxOptions();

    @Option(names = "--upload", paramLabel = "DIR", description = "copy this folder's content into the workdir first")
    private @Nullable Path upload;

    @Mixin
    private CommandOptions commandOptions = new CommandOptions();

    @Option(names = "--quiet", description = "do not warn of weak isolation")
    private boolean quiet;

    RunCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        requireUploadable();
        Configuration configuration = Configuration.read(host().surroundings(), checked(sandboxOptions::settings));
        SandboxSettings settings = SandboxSettings.read(configuration, SandboxSpec.defaults());
        boolean timed = configuration.find(ConfigKey.TIMEOUT).isPresent();
        dev.sandboxed.api.exec.Command command =
                checked(() -> commandOptions.command(host().in(), timed ? settings.timeout() : null));
        try (ProviderRegistry registry = Settings.providers(host(), configuration);
                Shutdown shutdown = Shutdown.watch()) {
            try {
                SelectedSandbox made = new ProviderChain(registry).create(settings.request());
                announce(made.selection());
                return run(made, command);
            } catch (IOException e) {
                // The reader of our output is gone, as in "sandboxed run -- yes | head". Nobody is left to be told.
                return ExitCode.BROKEN_PIPE;
            } catch (SandboxException e) {
                if (shutdown.hasBegun()) {
                    // Ctrl-C took the sandbox from under the command, as it should.
                    return ExitCode.NO_SANDBOX;
                }
                throw e;
            }
        }
    }

    private int run(SelectedSandbox made, dev.sandboxed.api.exec.Command command) throws IOException {
        try (Sandbox sandbox = made.sandbox()) {
            if (upload != null) {
                sandbox.files().upload(upload, sandbox.spec().workdir());
            }
            LiveRun live = new LiveRun(host());
            boolean streams = made.selection().capabilities().has(Capability.STREAMING);
            ExecResult result = streams ? live.stream(sandbox, command) : live.afterwards(sandbox, command);
            return notes().exitCode(result.ending(), command.timeout());
        }
    }

    private void announce(Selection selection) {
        if (isVerbose()) {
            host().tell("running on " + selection.describe());
        }
        if (!quiet) {
            notes().warnOfWeakness(
                            selection.provider().name(),
                            selection.capabilities().isolation(),
                            " (--isolation asks for more, --quiet silences this)");
        }
    }

    private LiveRun.Notes notes() {
        return new LiveRun.Notes(host(), what -> "allow more with --" + what);
    }

    private <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private void requireUploadable() {
        if (upload != null && !Files.isDirectory(upload)) {
            throw wrong(
                    "Invalid value for option '--upload': '" + upload + "' is not a directory; name one that exists");
        }
    }

    private ParameterException wrong(@Nullable String message) {
        return new ParameterException(line(), String.valueOf(message));
    }
}
