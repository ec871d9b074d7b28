package dev.sandboxed.junit.internal.record;

import dev.sandboxed.api.Owner;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Setting;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** What the forks of one build have in common, and those of the next have not. */
final class Build {

    private static final Set<String> SHELLS = Set.of("sh", "dash", "bash", "ash", "busybox", "ksh", "zsh");

    private Build() {}

    /** Returns what the settings say, else the process that started this one: Maven, a daemon of Gradle, an IDE. */
    static String of(Configuration configuration) {
        return configuration
                .find(ConfigKey.REPORT_BUILD)
                .map(Setting::value)
                .orElseGet(() -> starter(ProcessHandle.current()));
    }

    private static String starter(ProcessHandle started) {
        Optional<ProcessHandle> parent = started.parent();
        while (parent.isPresent() && runsOneCommand(parent.get())) {
            parent = parent.get().parent();
        }
        Owner process = Owner.of(parent.orElse(started));
        return process.pid() + "@" + process.start();
    }

    /** Surefire starts each fork with a shell of its own, which tells nothing of the build. */
    private static boolean runsOneCommand(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        boolean isShell = info.command()
                .map(command -> SHELLS.contains(Path.of(command).toFile().getName()))
                .orElse(false);
        return isShell
                && info.arguments()
                        .filter(all -> all.length > 0 && all[0].equals("-c"))
                        .isPresent();
    }
}
