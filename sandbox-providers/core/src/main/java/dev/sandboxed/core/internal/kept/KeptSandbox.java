package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;

/**
 * A sandbox that is gone, and whose state is kept as a snapshot of its provider, so that another can begin with it.
 *
 * @param id the id of the sandbox
 * @param test the test that used it, for people
 * @param provider the name of the provider, which alone can restore it
 * @param until when it may be removed
 * @param content what is kept of it
 * @param spec what it is made from again
 * @param leftOut what the spec lacks that the sandbox had, since it must lie in no file, one in a few words
 */
public record KeptSandbox(
        String id,
        String test,
        String provider,
        Instant until,
        Content content,
        SandboxSpec spec,
        List<String> leftOut) {

    public KeptSandbox {
        leftOut = List.copyOf(leftOut);
    }

    /** What is kept of a sandbox. */
    public enum Content {
        /** Nothing that anybody may rely on: whoever was to save it has not finished, or was killed. */
        UNFINISHED("nothing"),
        /** All its files; its processes have ended. */
        FILES("its files, but not its processes"),
        /** All of it. */
        FILES_AND_PROCESSES("its files and processes");

        private final String words;

        Content(String words) {
            this.words = words;
        }

        /** Says it to people. */
        public String words() {
            return words;
        }
    }

    /** Returns the tag of its snapshot. */
    String tag() {
        return "kept-" + id;
    }

    /** Returns whether it can be opened, or could until its time was up. */
    public boolean isFinished() {
        return content != Content.UNFINISHED;
    }

    /** Returns whether its time is up. */
    public boolean isDue(Instant now) {
        return !now.isBefore(until);
    }

    /** Returns what was mounted and is not there any more, as folders of a test are not. */
    public List<Mount> lostMounts() {
        return spec.mounts().stream()
                .filter(mount -> !Files.exists(mount.source()))
                .toList();
    }

    KeptSandbox with(Content saved) {
        return new KeptSandbox(id, test, provider, until, saved, spec, leftOut);
    }
}
