package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.limit.Limits;

/**
 * The first process of a box. It reads numbers of doors, starts a process at each, and buries the dead. Whatever it starts
 * has the same privileges, filter and namespaces as itself, since it was never outside.
 *
 * <p>It travels in a variable, like the supervisors that it starts.
 */
final class Doorkeeper {

    static final String VARIABLE = "SANDBOXED_DOORKEEPER";
    /** Where it finds the named pipes. */
    static final String DOORS = "/run/sandboxed";
    /** Begins what it says about a door at which it could start nothing. */
    static final String REFUSED = "no ";

    /*
     * As the first process it cannot be killed from inside, except by SIGINT, which dash takes for itself. Children would
     * pile up behind a "read", so the signal of their death, which ends that, has them buried by "jobs".
     *
     * A process in the background of a shell ignores SIGINT, and so would all that it starts. Hence two in the foreground:
     * the second kills the first, which nobody needs any more, and lives on as an orphan.
     *
     * "command eval" keeps the shell going when there is no room for one more process.
     */
    private static final String SCRIPT = """
            unset SANDBOXED_DOORKEEPER SANDBOXED
            sandboxed_n='
            '
            trap 'sandboxed_rung=y' INT
            trap 'sandboxed_rung=y; jobs >/dev/null 2>&1' CHLD
            while :; do
                sandboxed_rung=
                IFS= read -r sandboxed_door || {
                    if [ -n "$sandboxed_rung" ]; then continue; fi
                    exit
                }
                command eval '(
                    (
                        read -r sandboxed_self sandboxed_name sandboxed_state sandboxed_parent sandboxed_line </proc/self/stat
                        kill -KILL "$sandboxed_parent"
                        trap - CHLD
                        sandboxed_door=/run/sandboxed/$sandboxed_door
                        exec <"$sandboxed_door.in" >"$sandboxed_door.out" 2>"$sandboxed_door.err"
                        IFS= read -r sandboxed_line
                        eval "$sandboxed_line"
                    )
                    :
                )' 2>/dev/null
                if [ $? -ne 137 ]; then echo "no $sandboxed_door"; fi
            done
            """;

    private Doorkeeper() {}

    /** Write the script, with limits that hold for each process; nobody needs what a crash would write to the disk. */
    static String script(Limits limits) {
        String files = limits.openFiles().isPresent()
                ? "ulimit -n " + limits.openFiles().getAsInt() + "\n"
                : "";
        return "ulimit -c 0\n" + files + SCRIPT;
    }
}
