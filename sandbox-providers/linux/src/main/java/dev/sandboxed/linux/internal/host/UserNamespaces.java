package dev.sandboxed.linux.internal.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the kernel of a host may have against namespaces that ordinary users make.
 *
 * @param settings the folder of the kernel's settings
 */
public record UserNamespaces(Path settings) {

    /** What the kernel of this host has against them. */
    public static final UserNamespaces OF_THIS_HOST = new UserNamespaces(Path.of("/proc/sys"));

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
                    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or give the program that makes them"
                            + " a profile of AppArmor that allows userns"));

    /** Returns what a person can do about the setting that forbids them; empty if none does. */
    public Optional<String> remedy() {
        return KNOWN.stream()
                .filter(obstacle -> obstacle.forbidding().equals(read(obstacle.path())))
                .map(Obstacle::remedy)
                .findFirst();
    }

    private String read(String path) {
        try {
            return Files.readString(settings.resolve(path)).strip();
        } catch (IOException unknownHere) {
            return "";
        }
    }
}
