package dev.sandboxed.guest.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.ExecResult;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the guest's tools and archives say about a file into what a user of the sandbox can act on.
 *
 * @param provider name of the provider
 * @param sandbox id of the sandbox
 */
record GuestFaults(String provider, String sandbox) {

    private static final int TOOL_IS_MISSING = 127;
    private static final int MOST_SAID = 500;

    /** Why something failed, known by how the lines of shells and tools end. */
    enum Reason {
        DENIED(
                FileFailure.PERMISSION,
                "permission denied|operation not permitted",
                "permission denied",
                "change its mode with chmod, or run the sandbox as another user"),
        READ_ONLY(
                FileFailure.READ_ONLY,
                "read-only file system",
                "the file system is read-only",
                "write below the workdir or /tmp, or leave readOnlyRoot out of the spec"),
        /** GNU tar says no more than how much it wrote, where it could write some of a block. */
        FULL(
                FileFailure.NO_SPACE,
                "no space left on device|quota exceeded|wrote only \\d+ of \\d+ bytes",
                "the disk is full",
                "delete files in the sandbox, or raise its disk limit"),
        IS_DIRECTORY(FileFailure.IS_DIRECTORY, "is a directory", "it is a directory", "give the path of a file"),
        NOT_DIRECTORY(
                FileFailure.NOT_DIRECTORY,
                "not a directory",
                "it is not a directory, or lies below a file",
                "look at it with stat"),
        NOT_EMPTY(
                FileFailure.NOT_EMPTY,
                "not empty",
                "there is a directory that is not empty",
                "delete what is in it first, or use deleteAll"),
        IN_THE_WAY(FileFailure.ALREADY_EXISTS, "file exists", "something else is in its place", "look at it with stat"),
        NOT_PLAIN(
                FileFailure.SPECIAL_FILE,
                "not a plain file",
                "it is not a plain file",
                "give the path of a plain file"),
        TOO_LARGE(
                FileFailure.TOO_LARGE,
                "file too large",
                "it is larger than a file may be",
                "write less, or raise the sandbox's limits"),
        TOO_LONG(FileFailure.BAD_NAME, "file name too long", "its name is too long", "give it a shorter name"),
        LOOP(
                FileFailure.LINK_LOOP,
                "too many levels of symbolic links",
                "its links lead round in a circle",
                "delete the link"),
        /** Comes last: a tool that was refused one file may have found another one gone. */
        MISSING(
                FileFailure.MISSING,
                "no such file( or directory)?|directory nonexistent|nonexistent directory",
                "there is no such file or directory",
                "list its parent to see what is there");

        private final FileFailure failure;
        private final Pattern ending;
        private final String told;
        private final String remedy;

        Reason(FileFailure failure, String ending, String told, String remedy) {
            this.failure = failure;
            this.ending = Pattern.compile("(" + ending + ")\\s*$", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
            this.told = told;
            this.remedy = remedy;
        }

        /** Returns the reason in what a tool printed, where it is a known one. */
        static Optional<Reason> in(String message) {
            return Stream.of(values())
                    .filter(reason -> reason.ending.matcher(message).find())
                    .findFirst();
        }
    }

    /** Returns why a script failed. */
    SandboxFileException of(String operation, String path, ExecResult result) {
        if (result.exitCode() == TOOL_IS_MISSING) {
            return new SandboxFileException(
                    path,
                    FileFailure.OTHER,
                    fault("Cannot " + operation + " '" + path + "': the sandbox lacks a tool: " + printed(result))
                            .remedy("use an image with a POSIX shell, coreutils and findutils, or busybox"));
        }
        Optional<Reason> reason = Reason.in(result.stderr());
        return reason.isPresent()
                ? because(reason.get(), operation, path, null)
                : unknown(operation, path, printed(result), null);
    }

    /** Returns why contents did not travel. */
    SandboxFileException of(String operation, String path, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return because(Reason.MISSING, operation, path, cause);
        }
        if (cause instanceof AccessDeniedException) {
            return because(Reason.DENIED, operation, path, cause);
        }
        // Only the exception above says that the file itself is missing; a message may speak of any other one.
        Optional<Reason> reason =
                Reason.in(String.valueOf(cause.getMessage())).filter(known -> known != Reason.MISSING);
        return reason.isPresent()
                ? because(reason.get(), operation, path, cause)
                : unknown(operation, path, cut(cause.toString()), cause);
    }

    /** Returns a failure whose reason is known. */
    SandboxFileException because(Reason reason, String operation, String path, @Nullable IOException cause) {
        Fault fault = fault("Cannot " + operation + " '" + path + "': " + reason.told)
                .remedy(reason.remedy)
                .cause(cause);
        return SandboxFileException.of(path, reason.failure, fault);
    }

    /** Returns why a copy between host and sandbox failed; either end may be the cause. */
    SandboxFileException ofTransfer(String what, String path, IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.ofEitherEnd(cause),
                fault("Cannot " + what + ": " + cut(cause.toString()))
                        .remedy("check that both ends exist and may be read or written")
                        .cause(cause));
    }

    /** Returns why an operation was not even tried. */
    SandboxFileException refused(String path, FileFailure reason, String what, String remedy) {
        return new SandboxFileException(path, reason, fault(what).remedy(remedy));
    }

    /** Returns the failure of a tool whose answer makes no sense: everything inside may have been replaced. */
    SandboxFileException nonsense(String operation, String path, String expected, String said) {
        return new SandboxFileException(
                path,
                FileFailure.OTHER,
                fault("Cannot " + operation + " '" + path + "': the sandbox's tools said '" + cut(said) + "' where "
                                + expected + " was expected")
                        .remedy("look whether sh, id, find, stat, readlink and tar inside are what they should be"));
    }

    /** What is said inside may have any length and any bytes. */
    private static String cut(String said) {
        String line = said.substring(0, Math.min(said.length(), MOST_SAID)).replaceAll("\\p{Cntrl}", "?");
        return said.length() > MOST_SAID ? line + "..." : line;
    }

    private static String printed(ExecResult result) {
        String message = cut(result.mask().apply(result.stderr().strip()));
        return message.isEmpty() ? "the shell " + result.ending() : message;
    }

    private SandboxFileException unknown(String operation, String path, String why, @Nullable IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.OTHER,
                fault("Cannot " + operation + " '" + path + "': " + why)
                        .remedy("look at it with stat, and at its parents")
                        .cause(cause));
    }

    private Fault fault(String what) {
        return Fault.of(what).provider(provider).sandbox(sandbox);
    }
}
