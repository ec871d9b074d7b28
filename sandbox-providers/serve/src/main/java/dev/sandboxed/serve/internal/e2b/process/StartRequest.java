package dev.sandboxed.serve.internal.e2b.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.web.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be started.
 *
 * @param argv the program and its arguments
 * @param env variables besides those of the sandbox
 * @param cwd where it starts, as it was asked for; empty for the usual place
 * @param terminal the size of its terminal; empty for pipes
 * @param tag a word to find it again by
 * @param openInput whether it can be written to
 * @param user whom it runs as; empty for the sandbox's own user
 */
record StartRequest(
        List<String> argv,
        Map<String, String> env,
        String cwd,
        Optional<TerminalSize> terminal,
        Optional<String> tag,
        boolean openInput,
        Optional<String> user) {

    /** It is kept and told for as long as the program is known. */
    private static final int LONGEST_TAG = 256;

    static StartRequest of(ProtoMessage message, Optional<String> user) throws ConnectError {
        ProtoMessage process = message.message("process");
        if (process.text("cmd").isEmpty()) {
            throw ConnectError.invalid("process.cmd is empty; name the program to start");
        }
        List<String> argv = new ArrayList<>(List.of(process.text("cmd")));
        argv.addAll(process.texts("args"));
        return new StartRequest(
                argv,
                process.textMap("envs"),
                process.text("cwd"),
                message.has("pty") ? Optional.of(size(message.message("pty"))) : Optional.empty(),
                tag(message),
                // Whoever does not say is older than the question, and had an open pipe.
                message.flag("stdin", true),
                user);
    }

    private static Optional<String> tag(ProtoMessage message) throws ConnectError {
        Optional<String> tag = message.optionalText("tag");
        if (tag.isPresent() && tag.get().length() > LONGEST_TAG) {
            throw ConnectError.invalid("tag has " + tag.get().length() + " characters, and at most " + LONGEST_TAG
                    + " are allowed; give a shorter one");
        }
        return tag;
    }

    static TerminalSize size(ProtoMessage pty) throws ConnectError {
        ProtoMessage size = pty.message("size");
        try {
            return new TerminalSize(Math.toIntExact(size.number("cols")), Math.toIntExact(size.number("rows")));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw ConnectError.invalid("error setting size of tty: " + e.getMessage());
        }
    }

    /** Returns what a caller is told if a provider cannot start this. */
    ConnectError refused(SandboxException failure) {
        if (failure instanceof SandboxFileNotFoundException) {
            return ConnectError.invalid("cwd '" + cwd + "' does not exist");
        }
        if (failure instanceof SandboxFileException) {
            return ConnectError.invalid("cwd '" + cwd + "' cannot be used: " + failure.what());
        }
        if (failure instanceof CommandStartException) {
            return user.map(Callers::unknown).orElseGet(() -> ConnectError.invalid(failure.what()));
        }
        return failure instanceof UnsupportedCapabilityException
                ? ConnectError.invalid(failure.what())
                : new ConnectError(ConnectCode.UNAVAILABLE, failure.what());
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("cmd", argv.get(0));
        if (argv.size() > 1) {
            argv.subList(1, argv.size()).forEach(json.putArray("args")::add);
        }
        if (!env.isEmpty()) {
            env.forEach(json.putObject("envs")::put);
        }
        if (!cwd.isEmpty()) {
            json.put("cwd", cwd);
        }
        return json;
    }
}
