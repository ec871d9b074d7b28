package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.cli.internal.shell.KeptText;
import dev.sandboxed.cli.internal.shell.LocalTerminal;
import dev.sandboxed.cli.internal.shell.TerminalRun;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import dev.sandboxed.core.internal.kept.KeptSandboxes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sandboxed shell}: a shell in a sandbox that was kept after its test. */
@picocli.CommandLine.Command(
        name = "shell",
        description = {
            "Opens a shell in a copy of a sandbox that was kept after its test, and exits with its code.",
            "Without an id, lists those that are kept."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "sandboxed shell [OPTION]... [ID [--] [COMMAND...]]",
        exitCodeOnInvalidInput = ExitCode.NO_SANDBOX,
        exitCodeOnExecutionException = ExitCode.NO_SANDBOX,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "124:the time was up, which is a day",
            "125:no such sandbox is kept, it could not be made again or died, or the options are wrong",
            "128+n:signal n ended the shell or the command",
            "other:that of the shell or the command; 0 after a list"
        })
final class ShellCommand extends HostCommand {

    /** A person decides when it is enough; but every command has a deadline. */
    private static final Duration LONGEST = Duration.ofHours(24);

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "the state folder of the test's run, if that was not the usual one")
    private @Nullable Path state;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            description = "the sandbox; the beginning of its id will do")
    private @Nullable String id;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "what to run instead of an interactive shell")
    private List<String> words = new ArrayList<>();

    ShellCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        Map<String, String> given = state == null ? Map.of() : Map.of(ConfigKey.STATE_DIR.key(), state.toString());
        Configuration configuration =
                Configuration.read(host().surroundings(), ConfigSource.of("command line option for", given));
        KeptSandboxes all = KeptSandboxes.in(configuration);
        if (id == null) {
            PrintWriter out = line().getOut();
            out.println(KeptText.table(all.list()));
            out.flush();
            return ExitCode.OK;
        }
        KeptSandbox kept = all.find(id);
        try (ProviderRegistry registry = Settings.providers(host(), configuration);
                Shutdown shutdown = Shutdown.watch()) {
            try {
                return open(kept, all, registry.named(kept.provider()));
            } catch (IOException e) {
                // The reader of our output is gone, and nobody is left to be told.
                return ExitCode.BROKEN_PIPE;
            } catch (SandboxException e) {
                if (shutdown.hasBegun()) {
                    return ExitCode.NO_SANDBOX;
                }
                throw e;
            }
        }
    }

    /** Whether the provider works is asked only if it does not: its answer may come too late on a host that is busy. */
    private static Sandbox restore(KeptSandbox kept, KeptSandboxes all, SandboxProvider provider) {
        try {
            return all.restore(kept, provider);
        } catch (SandboxException e) {
            if (provider.status() instanceof ProviderStatus.Unavailable why) {
                throw new ProviderUnavailableException(
                        Fault.of("The provider of sandbox '" + kept.id() + "' is unavailable: " + why.reason())
                                .provider(provider.name())
                                .remedy(why.remedy().isEmpty() ? null : why.remedy())
                                .cause(e));
            }
            throw e;
        }
    }

    private int open(KeptSandbox kept, KeptSandboxes all, SandboxProvider provider) throws IOException {
        KeptText.opening(kept).forEach(host()::tell);
        notes().warnOfWeakness(provider.name(), provider.capabilities().isolation(), "");
        try (Sandbox sandbox = restore(kept, all, provider)) {
            Optional<LocalTerminal> terminal =
                    provider.capabilities().has(Capability.TERMINAL) ? terminal() : Optional.empty();
            if (terminal.isPresent()) {
                Ending ending;
                try (LocalTerminal local = terminal.get()) {
                    ending = new TerminalRun(local, host().in(), host().out()).run(sandbox, onTerminal(command()));
                }
                // Lines told to a terminal that passes on every key would not begin at its left edge.
                return notes().exitCode(ending, LONGEST);
            }
            LiveRun live = new LiveRun(host());
            Command fed = command().stdin(Stdin.stream(host().in()));
            boolean streams = provider.capabilities().has(Capability.STREAMING);
            ExecResult result = streams ? live.stream(sandbox, fed) : live.afterwards(sandbox, fed);
            return notes().exitCode(result.ending(), LONGEST);
        }
    }

    private LiveRun.Notes notes() {
        return new LiveRun.Notes(
                host(),
                what -> what.equals("timeout")
                        ? "open it again"
                        : "let the test fail again with more, as sandbox." + what + " says");
    }

    /** Returns the terminal of whoever has started this program; a host of another kind has none. */
    private Optional<LocalTerminal> terminal() throws IOException {
        return host().in() == System.in ? LocalTerminal.take() : Optional.empty();
    }

    private Command command() {
        List<String> given = !words.isEmpty() && words.get(0).equals("--") ? words.subList(1, words.size()) : words;
        return (given.isEmpty() ? Command.of("/bin/sh") : Command.of(given)).timeout(LONGEST);
    }

    private Command onTerminal(Command command) {
        String kind = host().surroundings().environment().get("TERM");
        return kind == null ? command : command.env("TERM", kind);
    }
}
