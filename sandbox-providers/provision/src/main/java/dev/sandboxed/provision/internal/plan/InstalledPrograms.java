package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Looks for programs where providers find them. */
public final class InstalledPrograms {

    private static final Duration TO_TELL_ITS_VERSION = Duration.ofSeconds(10);

    private final String path;

    public InstalledPrograms(ProvisionSettings settings) {
        this.path = settings.programs() + ":" + settings.environment().getOrDefault("PATH", "");
    }

    /** What was found, if it will do; else why not. */
    record Look(Optional<Finding.Present> present, String reason) {}

    Look at(Program program) {
        List<String> names = program.names();
        Optional<Path> file = HostPrograms.locate(names, path);
        if (file.isEmpty()) {
            return new Look(Optional.empty(), String.join(" or ", names) + " is not in the path");
        }
        if (program.atLeast().isEmpty()) {
            return new Look(Optional.of(new Finding.Present(program, file.get(), "")), "");
        }
        String wanted = program.atLeast().get();
        Optional<String> version = version(file.get());
        if (version.isPresent() && Versions.isAtLeast(version.get(), wanted)) {
            return new Look(Optional.of(new Finding.Present(program, file.get(), version.get())), "");
        }
        return new Look(
                Optional.empty(),
                "'" + file.get() + "' is of version " + version.orElse("unknown") + ", and at least " + wanted
                        + " is needed");
    }

    /** Returns why a program will not do; empty if one is there that does. */
    public Optional<String> whyUnfit(Program program) {
        Look look = at(program);
        return look.present().isPresent() ? Optional.empty() : Optional.of(look.reason());
    }

    private static Optional<String> version(Path file) {
        ExecResult said = HostTool.run(Command.of(file.toString(), "--version"), TO_TELL_ITS_VERSION);
        return Versions.first(said.stdout() + said.stderr());
    }
}
