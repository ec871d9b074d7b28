package dev.sandboxed.provider.local.bubblewrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a host may have against user namespaces, which bubblewrap is made of.
 *
 * @param settings the kernel's settings, {@code /proc/sys}
 */
record UserNamespaces(Path settings) {

    /**
     * A setting that forbids them.
     *
     * @param path below the kernel's settings
     * @param forbidding the value that does so
     * @param remedy what to do about it
     */
    private record Obstacle(String path, String forbidding, String remedy) {}

    private static final List<Obstacle> KNOWN = List.of(
            new Obstacle("kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
            new Obstacle("user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=15000"),
            new Obstacle(
                    "kernel/apparmor_restrict_unprivileged_userns",
                    "1",
                    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap a profile of AppArmor"
                            + " that allows userns"));

    /** Name what helps, by what bubblewrap said and by the settings of the kernel. */
    String remedy(String said) {
        if (said.contains("Unknown option")) {
            return "install bubblewrap 0.8 or newer: this one is too old";
        }
        for (Obstacle obstacle : KNOWN) {
            if (obstacle.forbidding().equals(read(obstacle.path()))) {
                return obstacle.remedy();
            }
        }
        if (said.contains("mount proc")) {
            return "this is a container whose /proc is partly hidden: start it with --security-opt systempaths=unconfined,"
                    + " or run the tests outside of it";
        }
        if (said.contains("ermi") || said.contains("namespace")) {
            return "this container or service may make no namespaces: start it with --security-opt seccomp=unconfined, or"
                    + " without RestrictNamespaces=";
        }
        return "try it by hand: bwrap --unshare-all --ro-bind / / true";
    }

    private String read(String path) {
        try {
            return Files.readString(settings.resolve(path)).strip();
        } catch (IOException unknownHere) {
            return "";
        }
    }
}
