package dev.sandboxed.cli.internal;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.cli.internal.serving.E2bOptions;
import dev.sandboxed.cli.internal.serving.Farewell;
import dev.sandboxed.cli.internal.serving.Serving;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.ServerSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code sandboxed serve}: serves sandboxes to programs elsewhere, and to those that were written for a service. */
@Command(
        name = "serve",
        description =
                "Serves sandboxes of a provider over HTTP until it is interrupted, and ends them all then."
                        + " The provider 'http' of another process or machine uses them; with --e2b, programs written for E2B do.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "sandboxed serve [--provider P] [--port N | --socket FILE] [OPTION]...",
            "sandboxed serve --e2b [--provider P] [OPTION]..."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:it was interrupted, and all sandboxes are gone",
            "1:no provider fits, or a port is taken",
            "2:the options are wrong",
            "128+n:signal n came, and not all sandboxes could be removed"
        })
final class ServeCommand extends HostCommand {

    private static final String WITH_E2B = "With --e2b";
    private static final String WITHOUT_E2B = "Without --e2b";

    @Option(names = "--e2b", description = "speak as E2B does: its control API and the daemon in its sandboxes")
    private boolean e2b;

    @ArgGroup(exclusive = false, validate = false, heading = WITHOUT_E2B + ":%n")
    private HttpOptions httpOptions = new HttpOptions();

    @ArgGroup(exclusive = false, validate = false, heading = WITH_E2B + ":%n")
    private E2bOptions e2bOptions = new E2bOptions();

    @Mixin
    private SandboxOptions sandboxOptions = new SandboxOptions();

    ServeCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        Serving serving = e2b ? asE2b() : byContract();
        Configuration configuration = Configuration.read(host().surroundings(), checked(sandboxOptions::settings));
        try (Farewell farewell = Farewell.prepare()) {
            serve(serving, configuration, farewell);
            farewell.everythingIsClosed();
        }
        return ExitCode.OK;
    }

    private Serving asE2b() {
        requireNone(WITHOUT_E2B);
        E2bSettings settings = checked(e2bOptions::settings);
        return (selection, spec, chain) -> Serving.asE2b(selection.provider(), settings.withSpec(spec));
    }

    private Serving byContract() {
        requireNone(WITH_E2B);
        ServerSettings settings = checked(httpOptions::settings);
        int ahead = checked(httpOptions::ahead);
        return (selection, spec, chain) -> {
            if (!spec.equals(SandboxSpec.defaults())) {
                throw new ParameterException(
                        line(),
                        "What a sandbox is made from is up to the clients, but options or settings of this host say"
                                + " so as well: leave them out, or serve with --e2b; they make " + spec);
            }
            return Serving.byContract(selection.provider(), settings, chain, ahead);
        };
    }

    /** Refuses options that are only for the other way to serve. */
    private void requireNone(String way) {
        List<String> given = line().getParseResult().matchedOptions().stream()
                .filter(option ->
                        option.group() != null && option.group().heading().startsWith(way))
                .map(OptionSpec::longestName)
                .sorted()
                .toList();
        if (!given.isEmpty()) {
            throw new ParameterException(
                    line(),
                    "Options " + given + " are there only " + way.toLowerCase(Locale.ROOT) + "; leave them out");
        }
    }

    private void serve(Serving serving, Configuration configuration, Farewell farewell) {
        SandboxSettings settings = SandboxSettings.read(configuration, SandboxSpec.defaults());
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            ProviderChain chain = new ProviderChain(registry);
            Selection selection = chain.select(settings.request());
            try (Serving.Served server =
                    serving.start(selection, settings.request().spec(), chain)) {
                announce(selection, server);
                farewell.await();
            }
        }
    }

    private void announce(Selection selection, Serving.Served server) {
        if (selection.capabilities().isolation() == Isolation.PROCESS) {
            host().tell("warning: provider '" + selection.provider().name()
                    + "' isolates nothing: commands can read and change whatever you can (--isolation asks for more)");
        }
        PrintWriter out = line().getOut();
        server.variables().forEach((name, value) -> out.println("export " + name + "=" + value));
        out.flush();
        host().tell("serving sandboxes of provider '" + selection.provider().name() + "' " + server.how()
                + "; paste the lines above where your program runs, and end with Ctrl-C");
    }

    private <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line(), String.valueOf(e.getMessage()));
        }
    }
}
