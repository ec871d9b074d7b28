package dev.sandboxed.cli.internal;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.LocalE2b;
import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code sandboxed serve}: serves sandboxes to programs that were written for a service. */
@Command(
        name = "serve",
        description = "Serves sandboxes on this machine until it is interrupted, and ends them all then.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "sandboxed serve --e2b [OPTION]...",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:it was interrupted, and all sandboxes are gone",
            "1:no provider fits, or a port is taken",
            "2:the options are wrong",
            "128+n:signal n came, and not all sandboxes could be removed"
        })
final class ServeCommand extends HostCommand {

    @Option(names = "--e2b", description = "speak as E2B does: its control API and the daemon in its sandboxes")
    private boolean e2b;

    @Option(
            names = "--api-port",
            paramLabel = "N",
            description = "where sandboxes are created (default: any free port)")
    private int apiPort;

    @Option(
            names = "--sandbox-port",
            paramLabel = "N",
            description = "where the sandboxes themselves are reached (default: any free port)")
    private int sandboxPort;

    @Option(names = "--key", paramLabel = "KEY", description = "what clients must send (default: one is made up)")
    private @Nullable String key;

    @Mixin
    private SandboxOptions sandboxOptions = new SandboxOptions();

    ServeCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        if (!e2b) {
            throw new ParameterException(
                    line(), "Missing option '--e2b': nothing else can be served; try ./sandboxed serve --e2b");
        }
        E2bSettings served = checked(this::served);
        Configuration configuration = Configuration.read(host().surroundings(), checked(sandboxOptions::settings));
        try (Farewell farewell = Farewell.prepare()) {
            serve(served, configuration, farewell);
            farewell.everythingIsClosed();
        }
        return ExitCode.OK;
    }

    private void serve(E2bSettings served, Configuration configuration, Farewell farewell) {
        SandboxSettings settings = SandboxSettings.read(configuration, SandboxSpec.defaults());
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            Selection selection = new ProviderChain(registry).select(settings.request());
            try (LocalE2b server = LocalE2b.start(
                    selection.provider(), served.withSpec(settings.request().spec()))) {
                announce(selection, server);
                farewell.await();
            }
        }
    }

    private E2bSettings served() {
        E2bSettings settings = E2bSettings.DEFAULT.withPorts(apiPort, sandboxPort);
        return key == null ? settings : settings.withApiKey(key);
    }

    private void announce(Selection selection, LocalE2b server) {
        if (selection.capabilities().isolation() == Isolation.PROCESS) {
            host().tell("warning: provider '" + selection.provider().name()
                    + "' isolates nothing: commands can read and change whatever you can (--isolation asks for more)");
        }
        PrintWriter out = line().getOut();
        out.println("export E2B_API_URL=" + server.apiUrl());
        out.println("export E2B_SANDBOX_URL=" + server.sandboxUrl());
        out.println("export E2B_API_KEY=" + server.apiKey());
        out.flush();
        host().tell("serving sandboxes of provider '" + selection.provider().name()
                + "' as E2B; paste the lines above where your program runs, and end with Ctrl-C");
    }

    private <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line(), String.valueOf(e.getMessage()));
        }
    }
}
