package dev.sandboxed.benchmarks.suite;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.benchmarks.peer.Peer;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.RepeatedTest;

/** What is measured as a suite: forty tests, each with a sandbox of its own in which it runs two commands. */
final class Suite {

    static final int TESTS = 40;

    private Suite() {}

    /** With our sandboxes. */
    @Sandboxed
    static final class Ours {

        @RepeatedTest(TESTS)
        void runsTwoCommands(Sandbox sandbox) {
            sandbox.exec("true").orThrow();
            sandbox.exec("true").orThrow();
        }
    }

    /** With a container of Testcontainers for each test. */
    static final class OfPeer {

        /** The image of the containers. */
        static String image = "";

        @RepeatedTest(TESTS)
        void runsTwoCommands() throws Exception {
            try (Peer peer = Peer.start(image)) {
                peer.exec("true");
                peer.exec("true");
            }
        }
    }
}
