package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** {@code sandboxed microvmctl}: a controller of sandboxes for programs that know nothing of us. */
@Command(
        name = MicrovmctlCommand.NAME,
        description = "Makes sandboxes that live between calls, and works with them, one thing in each call.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "create|exec|write|read|list|kill|probe",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:it was done",
            "1:it failed",
            "2:the options are wrong",
            "4:there is no such sandbox",
            "124:the time of a command was up",
            "other:that of the command, for exec"
        })
public final class MicrovmctlCommand {

    /** What it is called, and the provider that calls it. */
    public static final String NAME = "microvmctl";

    private final Caller caller;

    @Option(
            names = "--provider",
            paramLabel = "P",
            scope = ScopeType.INHERIT,
            description = "make sandboxes with this provider or none (default: the strongest)")
    private @Nullable String provider;

    MicrovmctlCommand(Caller caller) {
        this.caller = caller;
    }

    MicrovmctlCommand making(@Nullable String name) {
        provider = name;
        return this;
    }

    /**
     * Does at once what is plainly right and comes again and again.
     *
     * @param args what follows the name of the controller
     * @return the exit code; nothing, if {@link #line} is to read them
     * @throws Exception what went wrong
     */
    public static OptionalInt quickly(Caller caller, List<String> args) throws Exception {
        Verb verb = QuickLine.read(caller, args);
        return verb == null ? OptionalInt.empty() : OptionalInt.of(verb.call());
    }

    /** Returns the command with all of its verbs. */
    public static CommandLine line(Caller caller) {
        return new CommandLine(new MicrovmctlCommand(caller))
                .addSubcommand(new CreateVerb(caller))
                .addSubcommand(new CommandLine(new ExecVerb(caller)).setStopAtPositional(true))
                .addSubcommand(new FileVerb.Write(caller))
                .addSubcommand(new FileVerb.Read(caller))
                .addSubcommand(new FileVerb.Entries(caller))
                .addSubcommand(new KillVerb(caller))
                .addSubcommand(new ProbeVerb(caller))
                .addSubcommand(new KeeperVerb(caller));
    }

    Configuration configuration() {
        return provider == null
                ? Configuration.read(caller.surroundings())
                : Configuration.read(
                        caller.surroundings(),
                        ConfigSource.of("command line option for", Map.of(ConfigKey.PROVIDER.key(), provider)));
    }

    /** Whoever uses the provider of that name has often set it for all of its processes, of which we are one. */
    static void refuseOurselves(Configuration configuration, Supplier<CommandLine> line) {
        if (isOurselves(configuration)) {
            throw new ParameterException(
                    line.get(),
                    "The provider '" + NAME + "' would only call a controller again; name another with --provider,"
                            + " for example --provider bubblewrap");
        }
    }

    static boolean isOurselves(Configuration configuration) {
        return configuration.provider().filter(NAME::equals).isPresent();
    }

    /** {@code keeper}: what others start. */
    @Command(name = Keeper.VERB, hidden = true, description = "Keeps sandboxes; started by create.")
    private static final class KeeperVerb implements Callable<Integer> {

        private final Caller caller;

        @Option(names = "--idle-ms", paramLabel = "N", description = "ends after so long without a sandbox")
        private long idle = Duration.ofSeconds(30).toMillis();

        KeeperVerb(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Integer call() throws IOException {
            new Keeper(caller, Duration.ofMillis(idle)).run();
            return Verb.OK;
        }
    }
}
