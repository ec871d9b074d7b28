package dev.sandboxed.cli.internal;

import dev.sandboxed.cli.internal.microvmctl.Caller;
import dev.sandboxed.cli.internal.microvmctl.MicrovmctlCommand;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.telemetry.Observers;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The program behind {@code ./sandboxed}. */
@Command(
        name = "sandboxed",
        description = "Runs commands in sandboxes, on the strongest isolation that this host offers.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = HelpCommand.class)
public final class Main {

    private Main() {}

    /** Reads the version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String built = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sandboxed " + (built == null ? "(not built as a jar)" : built)};
        }
    }

    public static void main(String[] args) {
        System.exit(execute(thisHost(), args));
    }

    /** Run with the given arguments and give the exit code. */
    static int execute(Host host, String... args) {
        // Programs call that one again and again, and all other commands would be prepared each time.
        boolean often = args.length > 0 && args[0].equals(MicrovmctlCommand.NAME);
        return often ? control(host, args) : settled(host, all(host)).execute(args);
    }

    private static int control(Host host, String... args) {
        try {
            List<String> words = List.of(args);
            OptionalInt code = MicrovmctlCommand.quickly(caller(host), words.subList(1, words.size()));
            return code.isPresent() ? code.getAsInt() : controlLine(host).execute(args);
        } catch (Exception e) {
            return Failures.failed(e, controlLine(host));
        }
    }

    private static CommandLine controlLine(Host host) {
        return settled(host, new CommandLine(new Main()).addSubcommand(controller(host)));
    }

    static CommandLine commandLine(Host host) {
        return settled(host, all(host));
    }

    private static CommandLine all(Host host) {
        // From its first word on, the line of a command is its own, with or without "--" before it.
        CommandLine run = new CommandLine(new RunCommand(host)).setStopAtPositional(true);
        CommandLine shell = new CommandLine(new ShellCommand(host)).setStopAtPositional(true);
        return new CommandLine(new Main())
                .addSubcommand(run)
                .addSubcommand(shell)
                .addSubcommand(new DoctorCommand(host))
                .addSubcommand(new SweepCommand.Reap(host))
                .addSubcommand(new SweepCommand.Clean(host))
                .addSubcommand(new ProvisionCommand(host))
                .addSubcommand(new DemoCommand(host))
                .addSubcommand(new ConformanceCommand(host))
                .addSubcommand(new MutantsCommand(host))
                .addSubcommand(new ServeCommand(host))
                .addSubcommand(controller(host));
    }

    private static CommandLine controller(Host host) {
        return MicrovmctlCommand.line(caller(host));
    }

    private static Caller caller(Host host) {
        return new Caller(host.in(), host.out(), host.err(), host.surroundings(), host.providers(), Main.class);
    }

    private static CommandLine settled(Host host, CommandLine line) {
        // An argument such as @home belongs to the command; it does not name a file with more options.
        return line.setExpandAtFiles(false)
                .setOut(new PrintWriter(new OutputStreamWriter(host.out(), StandardCharsets.UTF_8), true))
                .setErr(new PrintWriter(host.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler(Failures::wrongUsage)
                .setExecutionExceptionHandler((failure, command, parsed) -> Failures.failed(failure, command))
                .setExecutionStrategy(new CommandLine.RunLast());
    }

    private static Host thisHost() {
        return new Host(
                System.in,
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Surroundings.ofThisProcess(),
                Main::watchedProviders);
    }

    /** What is left of sandboxes when this process is killed is removed by another. */
    private static ProviderRegistry watchedProviders(Configuration configuration) {
        ClassLoader loader = Main.class.getClassLoader();
        return ProviderRegistry.discover(configuration, Observers.of(configuration, loader), loader);
    }
}
