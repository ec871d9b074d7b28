package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.guest.internal.words.MarkScanner;
import dev.sandboxed.process.internal.output.CapturingSink;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a command writes, and what its supervisor says in between. Used by one thread. */
final class Said implements AutoCloseable {

    private static final int WORDS_OF_AN_END = 5;
    private static final int SIGKILL = 137;

    private final CapturingSink out;
    private final CapturingSink err;
    private final MarkScanner fromOut;
    private final MarkScanner fromErr;
    private @Nullable String supervisor;
    private @Nullable String command;
    private @Nullable Ending ending;
    private @Nullable String refusal;
    private boolean over;

    Said(Command command, String word) {
        this.out = CapturingSink.of(command, Source.STDOUT);
        this.err = opened(command, out);
        this.fromOut = new MarkScanner(word, out, this::mark);
        this.fromErr = new MarkScanner(word, err, this::mark);
    }

    private static CapturingSink opened(Command command, CapturingSink other) {
        try {
            return CapturingSink.of(command, Source.STDERR);
        } catch (RuntimeException e) {
            other.end();
            throw e;
        }
    }

    void accept(OutputChunk chunk) {
        (chunk.source() == Source.STDOUT ? fromOut : fromErr).accept(chunk.bytes());
    }

    /** Nothing more comes. */
    void end() {
        if (!over) {
            over = true;
            fromOut.end();
            fromErr.end();
        }
    }

    private void mark(String text) {
        String[] words = text.split(" ");
        switch (words[0]) {
            case "hello" -> supervisor = words.length > 1 ? words[1] : null;
            case "begin" -> command = words.length > 2 ? words[2] : null;
            case "end" -> {
                if (words.length == WORDS_OF_AN_END) {
                    ended(words[2], words[3], words[4]);
                }
            }
            default -> {
                // A later supervisor may have more to say.
            }
        }
    }

    private void ended(String how, String code, String kills) {
        if (!code.matches("[0-9]{1,3}") || Integer.parseInt(code) > 255) {
            return;
        }
        int number = Integer.parseInt(code);
        switch (how) {
            case "exit" -> ending = Ending.exited(number);
            case "signal" ->
                ending = number == SIGKILL && !kills.equals("0")
                        ? Ending.outOfMemory()
                        : GuestEndings.ofExitCode(Math.max(number, Signal.HUP.number()));
            default -> {
                refusal = how;
                ending = Ending.exited(number);
            }
        }
    }

    /** Returns the process inside that watches over the command, if it has begun. */
    Optional<String> supervisor() {
        return Optional.ofNullable(supervisor);
    }

    /** Returns the process inside that is the command, if it has begun. */
    Optional<String> command() {
        return Optional.ofNullable(command);
    }

    /** Returns how the command ended, if it came to that. */
    Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    /** Returns what the supervisor has against the command. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    Output out() {
        return out.captured();
    }

    Output err() {
        return err.captured();
    }

    @Override
    public void close() {
        end();
    }
}
