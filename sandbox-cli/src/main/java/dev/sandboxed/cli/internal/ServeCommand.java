package dev.sandboxed.cli.internal;

import static dev.sandboxed.api.exec.Command.quote;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.cli.internal.serving.Companion;
import dev.sandboxed.cli.internal.serving.E2bOptions;
import dev.sandboxed.cli.internal.serving.Farewell;
import dev.sandboxed.cli.internal.serving.Serving;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.pool.PoolSettings;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.ServerSettings;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

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
            "sandboxed serve --pool [--provider P] [--most N] [OPTION]... [-- CMD...]",
            "sandboxed serve --e2b [--provider P] [OPTION]..."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:it was interrupted, and all sandboxes are gone; with a program to run, the code of that",
            "1:no provider fits, or a port is taken",
            "2:the options are wrong",
            "128+n:signal n came, and not all sandboxes could be removed"
        })
final class ServeCommand extends HostCommand {

    private static final String WITH_E2B = "With --e2b";
    private static final String WITHOUT_E2B = "Without --e2b";

    @Option(
            names = "--pool",
            description = "serve one pool of all providers for the JVMs of a build, which tell it what they will need")
    private boolean pool;

    @Option(
            names = "--until-eof",
            description = "end also when the standard input ends, as it does with whoever holds its other end")
    private boolean untilEndOfInput;

    @Option(names = "--e2b", description = "speak as E2B does: its control API and the daemon in its sandboxes")
    private boolean e2b;

    @Parameters(
            paramLabel = "CMD",
            description = "with --pool, a program to run with the variables that find the pool, which ends with it")
    private List<String> program = new ArrayList<>();

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
        if (!pool && !program.isEmpty()) {
            throw new ParameterException(line(), "A program is run only with --pool; leave out " + program);
        }
        Serving serving = pool ? asPool() : e2b ? asE2b() : byContract();
        Configuration configuration = Configuration.read(host().surroundings(), checked(sandboxOptions::settings));
        try (Farewell farewell = Farewell.prepare()) {
            if (untilEndOfInput) {
                farewell.atTheEndOf(host().in());
            }
            int code = serve(serving, configuration, farewell);
            farewell.everythingIsClosed(code);
            return code;
        }
    }

    private Serving asE2b() {
        requireNone(WITHOUT_E2B);
        E2bSettings settings = checked(e2bOptions::settings);
        return ground -> Serving.asE2b(
                ground.selection(), settings.withSpec(ground.request().spec()));
    }

    private Serving byContract() {
        requireNone(WITH_E2B);
        ServerSettings settings = checked(httpOptions::settings);
        int ahead = checked(httpOptions::ahead);
        return ground -> {
            requireNothingOf(ground.request().spec());
            return Serving.byContract(ground.selection(), settings, ground.chain(), ahead);
        };
    }

    private Serving asPool() {
        requireNone(WITH_E2B);
        if (e2b) {
            throw new ParameterException(line(), "--pool does not go with --e2b: they are spoken to in different ways");
        }
        // Settings may say what sandboxes are like, since they are those of the clients as well.
        requireOnly("--provider");
        ServerSettings settings = checked(httpOptions::poolSettings);
        return ground ->
                Serving.asPool(ground, settings, httpOptions.limits(PoolSettings.readShared(ground.configuration())));
    }

    private void requireNothingOf(SandboxSpec spec) {
        if (!spec.equals(SandboxSpec.defaults())) {
            throw new ParameterException(
                    line(),
                    "What a sandbox is made from is up to the clients, but options or settings of this host say"
                            + " so as well: leave them out, or serve with --e2b; they make " + spec);
        }
    }

    /** Refuses options that say what sandboxes are like. */
    private void requireOnly(String allowed) {
        List<String> given = line().getParseResult().matchedOptions().stream()
                .filter(option ->
                        option.userObject() instanceof Field field && field.getDeclaringClass() == SandboxOptions.class)
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals(allowed))
                .sorted()
                .toList();
        if (!given.isEmpty()) {
            throw new ParameterException(
                    line(), "What a sandbox is made from is up to the clients of a pool; leave out " + given);
        }
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

    private int serve(Serving serving, Configuration configuration, Farewell farewell) {
        try (ProviderRegistry registry = Settings.providers(host(), configuration);
                Serving.Served served =
                        serving.start(new Serving.Ground(configuration, registry, new ProviderChain(registry)))) {
            int code = ExitCode.OK;
            if (program.isEmpty()) {
                announce(served);
                farewell.await();
            } else {
                Map<String, String> environment =
                        new HashMap<>(host().surroundings().environment());
                environment.putAll(served.variables());
                code = Companion.run(program, environment, farewell);
            }
            String account = served.account().get();
            if (!account.isEmpty()) {
                host().tell(account);
            }
            return code;
        }
    }

    private void announce(Serving.Served served) {
        if (served.unsafe()) {
            host().tell("warning: the provider isolates nothing: commands can read and change whatever you can"
                    + " (--isolation asks for more)");
        }
        PrintWriter out = line().getOut();
        served.variables().forEach((name, value) -> out.println("export " + name + "=" + quote(value)));
        out.flush();
        host().tell("serving " + served.what()
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
