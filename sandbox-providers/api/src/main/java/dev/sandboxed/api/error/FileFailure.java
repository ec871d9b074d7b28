package dev.sandboxed.api.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Why a file operation failed, for programs that act on it; the message of the exception is for people. */
public enum FileFailure {
    /** Something that must exist does not. Always a {@link SandboxFileNotFoundException}. */
    MISSING,
    /** It is a directory, where something else is needed. */
    IS_DIRECTORY,
    /** It is not a directory, where one is needed, or it lies below something that is none. */
    NOT_DIRECTORY,
    /** It is a directory that is not empty. */
    NOT_EMPTY,
    /** Something else is in its place. */
    ALREADY_EXISTS,
    /** It is a pipe, a socket or a device, where a regular file is needed. */
    SPECIAL_FILE,
    /** The user may not do that. */
    PERMISSION,
    /** The file system is read-only. */
    READ_ONLY,
    /** The disk is full, or a quota is used up. */
    NO_SPACE,
    /** The file or a list of files is larger than is possible. */
    TOO_LARGE,
    /** Its links lead in a circle, or there are too many of them. */
    LINK_LOOP,
    /** It would leave the sandbox, or the target of a download, by its name or through a link. */
    ESCAPE,
    /** The name is impossible on this file system, or in the encoding of the JVM. */
    BAD_NAME,
    /** Anything else. The message says what. */
    OTHER;

    /** Returns what an exception of the JDK stands for, by its type, and by its message where the type does not tell. */
    public static FileFailure of(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return MISSING;
        }
        if (cause instanceof AccessDeniedException) {
            return PERMISSION;
        }
        if (cause instanceof NotDirectoryException) {
            return NOT_DIRECTORY;
        }
        if (cause instanceof DirectoryNotEmptyException) {
            return NOT_EMPTY;
        }
        if (cause instanceof FileAlreadyExistsException) {
            return ALREADY_EXISTS;
        }
        return cause instanceof FileSystemLoopException ? LINK_LOOP : ofMessage(String.valueOf(cause.getMessage()));
    }

    /**
     * Returns what an exception stands for that came from either end of a copy. Something missing is then {@link #OTHER}:
     * it may be a file of the host.
     */
    public static FileFailure ofEitherEnd(IOException cause) {
        FileFailure reason = of(cause);
        return reason == MISSING ? OTHER : reason;
    }

    /** The JDK passes on what the system says, and most of that has no type of its own. */
    private static FileFailure ofMessage(String message) {
        String text = message.toLowerCase(Locale.ROOT);
        if (text.contains("no space left") || text.contains("quota exceeded")) {
            return NO_SPACE;
        }
        if (text.contains("read-only file system")) {
            return READ_ONLY;
        }
        if (text.contains("not a directory")) {
            return NOT_DIRECTORY;
        }
        if (text.contains("is a directory")) {
            return IS_DIRECTORY;
        }
        if (text.contains("too many levels of symbolic links")) {
            return LINK_LOOP;
        }
        if (text.contains("file name too long")) {
            return BAD_NAME;
        }
        return text.contains("file too large") ? TOO_LARGE : OTHER;
    }
}
