package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** PRoot as it is installed here: whether it works, which version it is, and what it needs to trace commands. */
final class ProotProgram {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", HostPrograms.USUAL_PATH);
    private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+[\\w.-]*)");
    /** A moment, as a rule; on a busy machine it may have to wait for its turn. */
    private static final Duration PROBE = Duration.ofMillis(700);

    private static final Duration VERSION_TOLD = Duration.ofMillis(250);
    private static final String REMEDY = "install PRoot, for example with: apt-get install proot perl-base";
    /** Programs are seen in another folder inside; and the shell says whether a name of 255 bytes is too long. */
    private static final String PROBE_SCRIPT =
            "[ -e /tmp/sh ] || exit 1; (true </tmp/" + "n".repeat(255) + ") 2>&1; exit 42";

    private final Path path;
    private volatile String version = "";
    private volatile @Nullable Loader loader;

    ProotProgram(Path path) {
        this.path = path;
    }

    /**
     * Proves that it shows a shell other files than there are.
     *
     * @param details what else is to be told where it does
     */
    ProviderStatus status(Map<String, String> details) {
        if (!Files.isExecutable(path)) {
            return new ProviderStatus.Unavailable("PRoot is not installed as '" + path + "'", REMEDY);
        }
        try {
            ExecResult seen = probe();
            return seen.exitCode() == 42
                    ? available(details, seen)
                    : new ProviderStatus.Unavailable(
                            "a shell that PRoot was to show another /tmp " + seen.ending()
                                    + " instead of exiting with code 42: "
                                    + seen.stderr().strip(),
                            REMEDY + "; and allow processes to be traced (sysctl kernel.yama.ptrace_scope=1, or in a"
                                    + " container --cap-add=SYS_PTRACE)");
        } catch (IOException e) {
            return new ProviderStatus.Unavailable(
                    "no temporary folder can be made and removed: " + e, "make room in the folder for temporary files");
        } catch (SandboxException | LinkageError e) {
            return new ProviderStatus.Unavailable("no process can be started: " + e.getMessage(), REMEDY);
        }
    }

    /** No release up to 5.4 has room for the NUL after a name of 255 bytes (PRoot's issue 391); this one may be mended. */
    private ProviderStatus available(Map<String, String> details, ExecResult probe) {
        Map<String, String> all = new HashMap<>(details);
        all.put("names", probe.stdout().contains("too long") ? "up to 254 bytes" : "up to 255 bytes");
        return new ProviderStatus.Available(version(), all);
    }

    private ExecResult probe() throws IOException {
        Path scratch = TrialFolder.make();
        try {
            Tracing tracing = tracing(scratch, List.of("-b", "/bin:/tmp"));
            Command probe = Command.of(tracing.of(List.of("/bin/sh", "-c", PROBE_SCRIPT), "/"));
            return HostTool.run(probe, PROBE, tracing.environment(ENVIRONMENT), Path.of("/"));
        } finally {
            FolderRemoval.remove(scratch);
        }
    }

    /**
     * Prepares a folder for tracing commands.
     *
     * @param scratch a folder of the host that only this user can write
     * @param view the options that say what is seen inside
     * @throws IOException if that folder cannot be written
     */
    Tracing tracing(Path scratch, List<String> view) throws IOException {
        Loader known = loader;
        if (known == null) {
            // Kept once it is found; until then PRoot may be installed at any moment.
            known = Loader.of(path).orElse(null);
            loader = known;
        }
        if (known != null) {
            known.putInto(scratch);
        }
        return new Tracing(path, scratch, view);
    }

    /** Returns the version. Asked once: it is part of what every sandbox tells about itself. */
    String version() {
        if (version.isEmpty()) {
            ExecResult answer = HostTool.run(Command.of(path.toString(), "--version"), VERSION_TOLD);
            Matcher told = VERSION.matcher(answer.stdout());
            version = told.find() ? "PRoot " + told.group(1) : "PRoot";
        }
        return version;
    }
}
