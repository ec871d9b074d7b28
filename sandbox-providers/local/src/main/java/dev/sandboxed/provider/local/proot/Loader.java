package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.posix.HostPlatform;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The small program through which PRoot starts all others. PRoot carries it along, unpacks it into {@code /tmp} for each
 * command and removes it when it ends: one that is killed leaves it there. So we let it be unpacked once, keep it, and give
 * each sandbox a copy in a folder that is removed with it.
 *
 * <p>Versions since 5.2 can be told to unpack it elsewhere; this works with all of them.
 */
final class Loader {

    private static final String NAME = "loader";
    private static final Path UNPACKED_IN = Path.of("/tmp");
    /** PRoot names it after its own process, which this shell becomes. It is told first, for those who have to clean up. */
    private static final String SHOW =
            "echo $$ >&2; exec \"$0\" /bin/sh -c 'exec cat \"" + UNPACKED_IN + "/prooted-$0-\"*' $$";

    private static final Pattern FIRST_LINE = Pattern.compile("^(\\d+)\n");
    private static final Duration COPYING = Duration.ofSeconds(10);

    private final byte[] content;

    private Loader(byte[] content) {
        this.content = content.clone();
    }

    /** Let PRoot unpack its loader and take a copy; empty if this PRoot shows none, or does not work within that time. */
    static Optional<Loader> of(Path proot, Duration longest) throws IOException {
        Command show = Command.of("/bin/sh", "-c", SHOW, proot.toString()).timeout(longest);
        ExecResult shown = run(show, Path.of("/"));
        if (shown.succeeded() && shown.stdoutBytes().length > 0) {
            return Optional.of(new Loader(shown.stdoutBytes()));
        }
        Matcher process = FIRST_LINE.matcher(shown.stderr());
        if (process.find()) {
            removeLeftBy(process.group(1));
        }
        return Optional.empty();
    }

    /** Its process is dead; nobody but us may have made the file, since its number can be anybody's by now. */
    private static void removeLeftBy(String process) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(UNPACKED_IN, "prooted-" + process + "-??????")) {
            for (Path file : left) {
                boolean ours = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                                .equals(HostPlatform.userId());
                if (ours && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /**
     * Put a copy into a folder. A program of the host writes it: while this JVM had it open for writing, a process that
     * another thread starts at that moment would have it open too, and it could not be executed.
     *
     * @throws IOException if it cannot be written
     */
    void putInto(Path folder) throws IOException {
        Command copy = Command.of("/bin/cp", "/dev/stdin", NAME)
                .stdin(Stdin.bytes(content))
                .timeout(COPYING);
        ExecResult copied = run(copy, folder);
        if (!copied.succeeded()) {
            throw new IOException("The loader of PRoot cannot be copied to '" + folder + "': cp " + copied.ending()
                    + ": " + copied.stderr().strip());
        }
        Files.setPosixFilePermissions(folder.resolve(NAME), PosixFilePermissions.fromString("r-x------"));
    }

    /** Give the variables that make PRoot use what is in a folder; without a copy that can be executed it unpacks its own. */
    static Map<String, String> variables(Path folder) {
        Path copy = folder.resolve(NAME);
        // PRoot has a second one for programs of 32 bits, which the filter lets do nothing anyway. It must not be
        // unpacked either: a folder cannot be executed.
        return Files.isExecutable(copy)
                ? Map.of("PROOT_LOADER", copy.toString(), "PROOT_LOADER_32", folder.toString())
                : Map.of();
    }

    private static ExecResult run(Command command, Path folder) {
        Map<String, String> env = Map.of("PATH", ProotProgram.TOOLS);
        return ProcessRunner.run(
                new Launch(command, command.argv(), env, folder, new ProcessScope(ProotProvider.NAME + "-loader")));
    }
}
