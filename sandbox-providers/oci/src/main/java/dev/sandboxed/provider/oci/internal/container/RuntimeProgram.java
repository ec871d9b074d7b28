package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program that runs containers.
 *
 * @param kind what it is
 * @param file where it is
 * @param version what it says of itself
 * @param flags what it must be told each time
 */
public record RuntimeProgram(Kind kind, Path file, String version, List<String> flags) {

    /** The setting that names the file, for one that is not where programs are. */
    public static final String SETTING = "program";

    public RuntimeProgram {
        flags = List.copyOf(flags);
    }

    /**
     * Finds it, in the setting or in the path, and asks for its version.
     *
     * @param limit how long it may take to answer; a busy machine can need more than a second
     * @throws ProviderUnavailableException if there is none, or it does not work
     */
    public static RuntimeProgram find(Kind kind, ProviderContext context, Duration limit) {
        String named = context.settings().get(SETTING);
        Path file = HostPrograms.locate(named, kind.programs(), context).orElseThrow(() -> missing(kind, named));
        ExecResult answer = HostTool.run(Command.of(file.toString(), "--version"), limit);
        if (!answer.succeeded()) {
            throw new ProviderUnavailableException(
                    Fault.of("'" + file + " --version' " + answer.ending() + ": " + lastLine(answer.stderr()))
                            .provider(kind.provider())
                            .remedy("run it by hand, and install it again: " + remedy(kind)));
        }
        String version = answer.stdout().lines().findFirst().orElse("").replace(" version ", " ");
        return new RuntimeProgram(kind, file, version, kind.kernel().flags(file, context.settings()));
    }

    /** Returns it as it runs containers that have a network. */
    RuntimeProgram networked() {
        return new RuntimeProgram(kind, file, version, kind.kernel().networked(flags));
    }

    private static ProviderUnavailableException missing(Kind kind, @Nullable String named) {
        return new ProviderUnavailableException(Fault.of(
                        named == null
                                ? "none of " + kind.programs() + " is in the path"
                                : "'" + named + "', which the setting '" + SETTING + "' names, is no program")
                .provider(kind.provider())
                .remedy(remedy(kind)));
    }

    private static String remedy(Kind kind) {
        return "apt-get install " + kind.programs().get(0);
    }

    /** Returns a command line of it. */
    List<String> argv(Path state, String verb, String... more) {
        List<String> argv = new ArrayList<>(List.of(file.toString()));
        argv.addAll(flags);
        argv.addAll(List.of("--root", state.toString(), verb));
        argv.addAll(List.of(more));
        return argv;
    }

    /** Returns whether a container whose first process has ended can be kept for a look at why. */
    boolean keepsExitedProcesses() {
        return file.getFileName().toString().equals("runc");
    }

    static String lastLine(String text) {
        return text.lines().reduce("", (before, line) -> line.isBlank() ? before : line);
    }

    static Map<String, String> environment() {
        return Map.of("PATH", HostPrograms.USUAL_PATH);
    }
}
