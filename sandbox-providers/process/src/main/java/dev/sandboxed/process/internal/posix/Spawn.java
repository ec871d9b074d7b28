package dev.sandboxed.process.internal.posix;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import dev.sandboxed.linux.internal.proc.OwnProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts a program as the leader of a session of its own, with default signals, exactly the given environment, and no
 * descriptor but the three standard ones.
 *
 * <p>Java's own process builder can do none of the first two, and reports death by a signal as an exit code.
 */
final class Spawn {

    /** Larger than the opaque types of any C library we know. */
    private static final long OPAQUE = 512;

    private static final HostPlatform PLATFORM = HostPlatform.current();
    private static final @Nullable Function CHDIR = LibC.optional("posix_spawn_file_actions_addchdir_np");
    private static final @Nullable Function CLOSE_FROM = LibC.optional("posix_spawn_file_actions_addclosefrom_np");

    private Spawn() {}

    /** Starts the program and returns its process id. */
    static int start(List<String> argv, String program, Map<String, String> env, Path cwd, StandardPipes pipes)
            throws PosixException {
        if (CHDIR == null) {
            throw new PosixException("posix_spawn_file_actions_addchdir_np (missing in this C library)", 0);
        }
        List<String> variables = env.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        try (Memory actions = new Memory(OPAQUE);
                Memory attributes = new Memory(OPAQUE);
                Memory signals = new Memory(OPAQUE);
                Memory pid = new Memory(8);
                CStrings arguments = new CStrings(argv);
                CStrings environment = new CStrings(variables);
                CStrings path = new CStrings(List.of(program));
                CStrings directory = new CStrings(List.of(cwd.toString()))) {
            check("posix_spawn_file_actions_init", SpawnCalls.posix_spawn_file_actions_init(actions));
            check("posix_spawnattr_init", SpawnCalls.posix_spawnattr_init(attributes));
            try {
                SpawnCalls.posix_spawn_file_actions_adddup2(actions, pipes.in().readEnd(), 0);
                SpawnCalls.posix_spawn_file_actions_adddup2(actions, pipes.out().writeEnd(), 1);
                SpawnCalls.posix_spawn_file_actions_adddup2(actions, pipes.err().writeEnd(), 2);
                closeOthers(actions);
                check("addchdir_np", CHDIR.invokeInt(new Object[] {actions, directory.first()}));
                SpawnCalls.sigemptyset(signals);
                SpawnCalls.posix_spawnattr_setsigmask(attributes, signals);
                SpawnCalls.sigfillset(signals);
                SpawnCalls.posix_spawnattr_setsigdefault(attributes, signals);
                check("setflags", SpawnCalls.posix_spawnattr_setflags(attributes, PLATFORM.spawnFlags()));
                check(
                        "posix_spawn",
                        Starts.during(() -> SpawnCalls.posix_spawn(
                                pid, path.first(), actions, attributes, arguments.table(), environment.table())));
                return pid.getInt(0);
            } finally {
                SpawnCalls.posix_spawn_file_actions_destroy(actions);
                SpawnCalls.posix_spawnattr_destroy(attributes);
            }
        }
    }

    /** Keeps the JVM's own files and sockets out of the child. An older C library cannot, so they are marked one by one. */
    private static void closeOthers(Memory actions) throws PosixException {
        if (CLOSE_FROM != null) {
            check("addclosefrom_np", CLOSE_FROM.invokeInt(new Object[] {actions, 3}));
        } else if (PLATFORM == HostPlatform.LINUX) {
            try {
                OwnProcess.openFiles().stream().filter(fd -> fd > 2).forEach(SpawnCalls::closeOnExec);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void check(String call, int error) throws PosixException {
        if (error != 0) {
            throw new PosixException(call, error);
        }
    }
}
