package dev.sandboxed.guest.internal.words;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.Ending;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Says why a command did not even begin, or was lost.
 *
 * @param fault begins the description of what went wrong in the sandbox
 * @param secret the names of the variables that may show nowhere
 */
public record CommandFaults(Function<String, Fault> fault, Set<String> secret) {

    /** Returns what the supervisor has against a command, given its own word for that. */
    public SandboxException refused(String how, Command command, String directory) {
        String subject = "The directory '" + directory + "' of a command ";
        return switch (how) {
            case "cwd" ->
                new SandboxFileNotFoundException(
                        directory,
                        fault.apply(subject + "does not exist: " + command)
                                .remedy("make it with files().mkdirs, or give another cwd"));
            case "file" ->
                new SandboxFileException(
                        directory,
                        FileFailure.NOT_DIRECTORY,
                        fault.apply(subject + "is no directory: " + command)
                                .remedy("give the path of a directory as its cwd"));
            case "denied" ->
                new SandboxFileException(
                        directory,
                        FileFailure.PERMISSION,
                        fault.apply(subject + "may not be entered: " + command)
                                .remedy("change its mode with files().chmod, or run the command as another user"));
            default ->
                new CommandStartException(fault.apply("No shell can set the secrets "
                                + secret.stream()
                                        .filter(OddVariables::isOdd)
                                        .sorted()
                                        .toList()
                                + ", and the sandbox's 'env' only where all who list processes see their values: "
                                + command)
                        .remedy("name them with letters, digits and _ only, or use an image with GNU coreutils"));
        };
    }

    /** The sandbox itself was started long ago, whatever the runtime calls it. */
    public CommandStartException notStarted(SandboxStartException e) {
        return new CommandStartException(
                fault.apply(e.what()).remedy(e.remedy().orElse(null)).cause(e));
    }

    public CommandStartException notStarted(Command command, Ending ending, String printed) {
        return new CommandStartException(fault.apply("A command could not be started, since the process for it "
                + ending + ": " + command + (printed.isBlank() ? "" : "; it said: " + printed.strip())));
    }

    /** Returns the fault if an engine says, in the place of a process that it did not start, that it knows no such user. */
    public Optional<CommandStartException> unknownUser(Command command, String printed) {
        boolean user = printed.contains("unable to find user ");
        if (command.user().isEmpty() || (!user && !printed.contains("unable to find group "))) {
            return Optional.empty();
        }
        String[] names = command.user().get().split(":", 2);
        return Optional.of(new CommandStartException(fault.apply("There is no "
                        + (user ? "user '" + names[0] : "group '" + names[names.length - 1]) + "' in the sandbox")
                .remedy("name one that /etc/" + (user ? "passwd" : "group") + " inside has, or give a number")));
    }

    public SandboxTransportException broken(Command command, IOException e) {
        return new SandboxTransportException(
                fault.apply("The connection to a command broke: " + e + "; the command was: " + command)
                        .remedy("./sandboxed doctor tells whether the runtime is still there")
                        .cause(e));
    }
}
