package dev.sandboxed.cli.internal.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one test.
 *
 * @param group the class it is in
 * @param name what it shows
 * @param ending how it ended
 * @param providers where its sandboxes ran, each once; empty if it had none
 * @param took from its beginning to its end, sandboxes included; zero if it never began
 * @param reason why it was skipped; empty otherwise
 * @param failure what it threw, if it failed
 * @param attachments the files that tell more
 */
public record TestOutcome(
        String group,
        String name,
        Ending ending,
        List<String> providers,
        Duration took,
        String reason,
        @Nullable Throwable failure,
        List<Path> attachments) {

    public TestOutcome {
        providers = List.copyOf(providers);
        attachments = List.copyOf(attachments);
    }

    /** How a test can end. */
    public enum Ending {
        PASSED,
        FAILED,
        SKIPPED
    }
}
