package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.GuestPath;
import java.util.function.Function;

/**
 * The ways into one guest that {@link GuestFiles} needs.
 *
 * @param provider name of the provider, for errors
 * @param sandbox id of the sandbox, for errors
 * @param workdir where relative paths begin; absolute
 * @param archives moves contents
 * @param exec runs a command in the guest as the sandbox's own user until it ends; {@link Command#outputLimit} must hold
 * @param guard called before every operation; throws when the sandbox may not be used now
 */
public record GuestAccess(
        String provider,
        String sandbox,
        String workdir,
        GuestArchives archives,
        Function<Command, ExecResult> exec,
        Runnable guard) {

    /**
     * Checks the workdir.
     *
     * @throws IllegalArgumentException if it is not an absolute path without {@code ..}
     */
    public GuestAccess {
        GuestPath.requireAbsolute("The workdir", workdir);
    }
}
