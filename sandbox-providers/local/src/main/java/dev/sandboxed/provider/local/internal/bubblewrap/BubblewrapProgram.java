package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.linux.internal.host.UserNamespaces;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.seccomp.FilterProgram;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The program {@code bwrap} on this host, and whether it works here.
 *
 * @param path where it is, or its name
 * @param obstacles what may keep it from working
 */
record BubblewrapProgram(String path, UserNamespaces obstacles) {

    private static final Duration LONGEST_PROOF = Duration.ofMillis(750);
    private static final Duration LONGEST_JOINING = Duration.ofMillis(500);
    private static final Duration LONGEST_VERSION = Duration.ofMillis(200);
    private static final int PROVEN = 42;
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    private static final String INSTALL =
            "apt-get install bubblewrap (or dnf, apk or pacman: the package has that name)";

    /** Makes a box, runs a shell in it under the filter, and returns what came of it. */
    ProviderStatus status(Map<String, String> details) {
        if (HostPlatform.current() != HostPlatform.LINUX) {
            return new ProviderStatus.Unavailable(
                    "bubblewrap needs the namespaces of Linux, and this is " + HostPlatform.description(),
                    "run the tests on Linux, for example in WSL");
        }
        try {
            Command box = Command.of(BoxArguments.probe(path, PROVEN)).stdin(Stdin.bytes(FilterProgram.forBoxes()));
            ExecResult proof = HostTool.run(box, LONGEST_PROOF);
            if (proof.exitCode() == PROVEN) {
                return new ProviderStatus.Available(version(), details);
            }
            if (proof.exitCode() == NOT_FOUND || proof.exitCode() == NOT_EXECUTABLE) {
                return new ProviderStatus.Unavailable("there is no program '" + path + "' on this host", INSTALL);
            }
            String said = proof.stderr().strip();
            return new ProviderStatus.Unavailable(
                    "'" + path + "' could make no sandbox, it " + proof.ending() + (said.isEmpty() ? "" : ": " + said),
                    remedy(said));
        } catch (SandboxException | LinkageError e) {
            return new ProviderStatus.Unavailable("'" + path + "' cannot be started: " + e.getMessage(), INSTALL);
        }
    }

    /** Returns what helps, by what bubblewrap said and by the settings of the kernel. */
    private String remedy(String said) {
        return said.contains("Unknown option")
                ? "install bubblewrap 0.8 or newer: this one is too old"
                : obstacles.remedy().orElseGet(() -> remedyInContainer(said));
    }

    private static String remedyInContainer(String said) {
        if (said.contains("mount proc")) {
            return "this is a container in which some of the kernel's files are hidden: start it with --security-opt"
                    + " systempaths=unconfined, or run the tests outside of it";
        }
        if (said.contains("ermi") || said.contains("namespace")) {
            return "this container or service may make no namespaces: start it with --security-opt seccomp=unconfined, or"
                    + " without RestrictNamespaces=";
        }
        return "try it by hand: bwrap --unshare-all --ro-bind / / true";
    }

    /** Returns the version, a bare number; a machine that is too busy to tell has one all the same. */
    String version() {
        ExecResult told = HostTool.run(Command.of(path, "--version"), LONGEST_VERSION);
        return told.succeeded() ? told.stdout().replace("bubblewrap", "").strip() : "unknown";
    }

    /** Returns whether a process is let into a control group. What the shell says of a failure is of no interest. */
    static boolean joins(Path entrance) {
        Command joining = Command.of("/bin/sh", "-c", "echo 0 >\"$1\"", "sh", entrance.toString());
        return HostTool.run(joining, LONGEST_JOINING).succeeded();
    }
}
