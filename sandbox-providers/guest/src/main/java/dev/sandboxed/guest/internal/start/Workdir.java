package dev.sandboxed.guest.internal.start;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.guest.exec.GuestCommands;
import java.util.function.Function;

/** Makes the directory that commands start in: what a guest is made from may not have it. */
final class Workdir {

    private static final String ROOT = "root";

    private Workdir() {}

    /**
     * Makes it, so that the sandbox's user can write there; as root where that user cannot.
     *
     * @param asRoot whether commands may run as root there
     * @throws SandboxStartException if nobody can
     */
    static void make(String path, GuestCommands commands, boolean asRoot, Function<String, Fault> fault) {
        String quoted = Command.quote(path);
        Command plain =
                Command.shell("mkdir -p -- " + quoted + " && test -w " + quoted).cwd("/");
        ExecResult made = commands.run(plain);
        if (!made.succeeded() && asRoot) {
            made = makeAsRoot(quoted, commands);
        }
        if (!made.succeeded()) {
            throw new SandboxStartException(fault.apply("The workdir '" + path + "' cannot be made inside: "
                            + made.stderr().strip())
                    .remedy("name a workdir where the sandbox's own user may write, such as below its home"));
        }
    }

    private static ExecResult makeAsRoot(String quoted, GuestCommands commands) {
        String owner = commands.run(Command.shell("echo $(id -u):$(id -g)").cwd("/"))
                .orThrow()
                .stdout()
                .strip();
        // A root without the right to give files away can still let everybody in.
        String giving = "mkdir -p -- " + quoted + " && { chown " + Command.quote(owner) + " " + quoted
                + " 2>/dev/null || chmod 1777 " + quoted + "; }";
        return commands.run(Command.shell(giving).cwd("/").user(ROOT));
    }
}
