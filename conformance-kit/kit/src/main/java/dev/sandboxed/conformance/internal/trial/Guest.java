package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is there inside a sandbox to work with. Only a POSIX shell and the usual base tools are taken for granted.
 *
 * @param tools which of the tools that are not taken for granted are there
 * @param naps whether {@code sleep} takes fractions of a second
 */
public record Guest(Set<String> tools, boolean naps) {

    private static final String LOOK = ResourceText.of(Guest.class, "tools.sh");

    public Guest {
        tools = Set.copyOf(tools);
    }

    static Guest in(Sandbox sandbox) {
        Set<String> found = new TreeSet<>(
                sandbox.exec(Command.shell(LOOK)).orThrow().stdout().lines().toList());
        boolean naps = found.remove("naps");
        return new Guest(found, naps);
    }

    public boolean has(String tool) {
        return tools.contains(tool);
    }

    /** Returns a command of the shell that waits for a moment. */
    public String nap() {
        return naps ? "sleep 0.05" : "sleep 1";
    }

    /**
     * Returns a command of the shell that goes on for longer than any test and leaves a trace of each moment it lives in a
     * file. It ends by itself some day, so that a provider that forgets it does no lasting harm.
     */
    public String heartbeat(String file) {
        int most = naps ? 6_000 : 300;
        return "beats=0; while [ $beats -lt " + most + " ]; do echo >>" + Command.quote(file) + "; beats=$((beats+1)); "
                + nap() + "; done";
    }

    /** Returns a command that runs a script in the background, in a session of its own where that can be had. */
    public String detached(String script) {
        String quoted = Command.quote(script);
        return has("setsid")
                ? "setsid sh -c " + quoted + " </dev/null >/dev/null 2>&1 &"
                : "(set -m; sh -c " + quoted + " </dev/null >/dev/null 2>&1 &)";
    }
}
