package dev.sandboxed.assertions;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.assertions.internal.message.FileMessages;
import dev.sandboxed.assertions.internal.message.ListeningPorts;
import dev.sandboxed.assertions.internal.message.Lookup;
import dev.sandboxed.assertions.internal.message.Scene;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a sandbox: its files, its life and what it runs on. Each fails with the sandbox, its provider and its
 * isolation, and a missing file with a list of what is there instead.
 *
 * <p>Paths are absolute inside the sandbox, or relative to its workdir. Links are not followed. Looking at the files of a
 * sandbox that is stopped or gone throws what {@link Sandbox#files()} throws, which is no failed assertion.
 */
public class SandboxAssert extends SceneAssert<SandboxAssert, Sandbox> {

    /** For soft assertions, which need it to be public; use {@link SandboxAssertions#assertThat(Sandbox)}. */
    public SandboxAssert(@Nullable Sandbox actual) {
        super(actual, SandboxAssert.class);
    }

    /**
     * Check that there is a regular file, and lead to it; {@code and()} leads back.
     * <pre>{@code
     * sandbox.files().write("/workspace/out.txt", "done\n");
     * assertThat(sandbox).hasFile("/workspace/out.txt").withContent("done\n"); // passes
     * assertThat(sandbox).hasFile("/workspace");                              // fails: it is a directory
     * }</pre>
     */
    public SandboxFileAssert hasFile(String path) {
        return lead(SandboxFileAssert.WAY, () -> entry(path, FileType.FILE, "a file"))
                .from(this);
    }

    /**
     * Check that there is no file, nor a link or anything else that may be read like one. A directory is fine.
     * <pre>{@code
     * sandbox.files().write("/workspace/out.txt", "done\n");
     * assertThat(sandbox).doesNotHaveFile("/workspace/in.txt");  // passes
     * assertThat(sandbox).doesNotHaveFile("/workspace/out.txt"); // fails
     * }</pre>
     */
    public SandboxAssert doesNotHaveFile(String path) {
        Lookup found = look(path);
        return check(
                found.isNothing() || found.is(FileType.DIRECTORY), () -> FileMessages.shouldNotHave("file", found));
    }

    /**
     * Check that there is a directory, and lead to it; {@code and()} leads back.
     * <pre>{@code
     * sandbox.files().write("/workspace/src/Main.java", source);
     * assertThat(sandbox).hasDirectory("/workspace/src").withEntries("Main.java"); // passes
     * assertThat(sandbox).hasDirectory("/workspace/src/Main.java");                // fails: it is a file
     * }</pre>
     */
    public SandboxDirectoryAssert hasDirectory(String path) {
        return lead(SandboxDirectoryAssert.WAY, () -> entry(path, FileType.DIRECTORY, "a directory"))
                .from(this);
    }

    /**
     * Check that there is no directory, nor a link that may lead to one. A file is fine.
     * <pre>{@code
     * assertThat(sandbox).doesNotHaveDirectory("/workspace/target"); // passes
     * assertThat(sandbox).doesNotHaveDirectory("/workspace");        // fails
     * }</pre>
     */
    public SandboxAssert doesNotHaveDirectory(String path) {
        Lookup found = look(path);
        return check(
                found.isNothing() || found.is(FileType.FILE) || found.is(FileType.OTHER),
                () -> FileMessages.shouldNotHave("directory", found));
    }

    /**
     * Check that there is a symbolic link, whether or not its target exists, and lead to it; {@code and()} leads back.
     * <pre>{@code
     * sandbox.files().link("/workspace/latest", "v2");
     * assertThat(sandbox).hasLink("/workspace/latest").to("v2"); // passes
     * assertThat(sandbox).hasLink("/workspace");                 // fails: it is a directory
     * }</pre>
     */
    public SandboxLinkAssert hasLink(String path) {
        return lead(SandboxLinkAssert.WAY, () -> entry(path, FileType.LINK, "a link"))
                .from(this);
    }

    /**
     * Check that there is nothing at all: no file, no directory, no link.
     * <pre>{@code
     * assertThat(sandbox).hasNothingAt("/workspace/target"); // passes
     * assertThat(sandbox).hasNothingAt("/workspace");        // fails
     * }</pre>
     */
    public SandboxAssert hasNothingAt(String path) {
        Lookup found = look(path);
        return check(found.isNothing(), () -> FileMessages.shouldBeNothing(found));
    }

    /**
     * Check that commands can be run.
     * <pre>{@code
     * assertThat(sandbox).isRunning(); // passes
     * sandbox.close();
     * assertThat(sandbox).isRunning(); // fails
     * }</pre>
     */
    public SandboxAssert isRunning() {
        return isIn(SandboxState.RUNNING, true);
    }

    /**
     * Check that commands cannot be run.
     * <pre>{@code
     * assertThat(sandbox).isNotRunning(); // fails
     * sandbox.close();
     * assertThat(sandbox).isNotRunning(); // passes
     * }</pre>
     */
    public SandboxAssert isNotRunning() {
        return isIn(SandboxState.RUNNING, false);
    }

    /**
     * Check that everything inside is held still.
     * <pre>{@code
     * assertThat(sandbox).isStopped(); // fails
     * sandbox.stop();
     * assertThat(sandbox).isStopped(); // passes
     * }</pre>
     */
    public SandboxAssert isStopped() {
        return isIn(SandboxState.STOPPED, true);
    }

    /**
     * Check that it is not held still: it runs or is gone.
     * <pre>{@code
     * assertThat(sandbox).isNotStopped(); // passes
     * sandbox.stop();
     * assertThat(sandbox).isNotStopped(); // fails
     * }</pre>
     */
    public SandboxAssert isNotStopped() {
        return isIn(SandboxState.STOPPED, false);
    }

    /**
     * Check that it is gone: closed, expired or dead.
     * <pre>{@code
     * assertThat(sandbox).isDestroyed(); // fails
     * sandbox.close();
     * assertThat(sandbox).isDestroyed(); // passes
     * }</pre>
     */
    public SandboxAssert isDestroyed() {
        return isIn(SandboxState.DESTROYED, true);
    }

    /**
     * Check that it is alive, running or stopped.
     * <pre>{@code
     * assertThat(sandbox).isNotDestroyed(); // passes
     * sandbox.close();
     * assertThat(sandbox).isNotDestroyed(); // fails
     * }</pre>
     */
    public SandboxAssert isNotDestroyed() {
        return isIn(SandboxState.DESTROYED, false);
    }

    /**
     * Check which provider it really runs on.
     * <pre>{@code
     * assertThat(sandbox).runsOn("gvisor"); // passes if it was not made by another one
     * assertThat(sandbox).runsOn("docker"); // fails then
     * }</pre>
     */
    public SandboxAssert runsOn(String provider) {
        isNotNull();
        String real = actual.info().provider();
        return check(real.equals(provider), () -> "Expecting the provider " + provider + ", but it is " + real + ".");
    }

    /**
     * Check that it runs on any provider but this one.
     * <pre>{@code
     * assertThat(sandbox).doesNotRunOn("subprocess"); // passes on gvisor
     * assertThat(sandbox).doesNotRunOn("gvisor");     // fails there
     * }</pre>
     */
    public SandboxAssert doesNotRunOn(String provider) {
        isNotNull();
        return check(
                !actual.info().provider().equals(provider),
                () -> "Expecting another provider than " + provider + ", but that is what it runs on.");
    }

    /**
     * Check that the isolation in force is as strong as this level or stronger.
     * <pre>{@code
     * assertThat(sandbox).hasIsolationAtLeast(Isolation.NAMESPACE); // passes in a container
     * assertThat(sandbox).hasIsolationAtLeast(Isolation.MICROVM);   // fails there
     * }</pre>
     */
    public SandboxAssert hasIsolationAtLeast(Isolation floor) {
        isNotNull();
        Isolation real = actual.info().isolation();
        return check(
                real.atLeast(floor), () -> "Expecting at least the isolation " + floor + ", but it is " + real + ".");
    }

    /**
     * Check that commands tried to reach a host, by its name or address, whether or not that was allowed. Needs
     * {@code NETWORK_LOG}; with network NONE nothing is seen.
     * <pre>{@code
     * sandbox.shell("wget -q http://example.org/");
     * assertThat(sandbox).triedToReach("example.org"); // passes
     * assertThat(sandbox).triedToReach("example.com"); // fails
     * }</pre>
     */
    public SandboxAssert triedToReach(String host) {
        List<NetworkAttempt> attempts = attempts();
        return check(
                attempts.stream().anyMatch(attempt -> isAt(attempt, host)),
                () -> "Expecting an attempt to reach " + host + ", but there is none among" + listed(attempts));
    }

    /**
     * Check that commands did not even try to reach a host, by its name or address. Needs {@code NETWORK_LOG}.
     * <pre>{@code
     * sandbox.shell("wget -q http://example.org/");
     * assertThat(sandbox).didNotTryToReach("example.com"); // passes
     * assertThat(sandbox).didNotTryToReach("example.org"); // fails
     * }</pre>
     */
    public SandboxAssert didNotTryToReach(String host) {
        List<NetworkAttempt> attempts = attempts();
        return check(
                attempts.stream().noneMatch(attempt -> isAt(attempt, host)),
                () -> "Expecting no attempt to reach " + host + ", but there is one among" + listed(attempts));
    }

    /**
     * Check that no connection of a command was let through; names may have been asked for. Needs {@code NETWORK_LOG}.
     * <pre>{@code
     * sandbox.shell("wget -q http://example.org/");
     * assertThat(sandbox).reachedNothing(); // passes if example.org is not on the allow-list
     * }</pre>
     */
    public SandboxAssert reachedNothing() {
        List<NetworkAttempt> reached = attempts().stream()
                .filter(attempt -> attempt.kind() != NetworkAttempt.Kind.NAME && attempt.allowed())
                .toList();
        return check(
                reached.isEmpty(),
                () -> "Expecting that nothing was reached, but these were let through:" + listed(reached));
    }

    /**
     * Check that something inside listens on a TCP port now. It looks with {@code cat} at what the kernel says inside; a
     * sandbox without a network of its own sees the services of its host as well.
     * <pre>{@code
     * sandbox.start(Command.of("httpd", "-f", "-p", "8080"));
     * assertThat(sandbox).listensOn(8080, Duration.ofSeconds(5)); // passes once it listens
     * assertThat(sandbox).listensOn(8081);                        // fails
     * }</pre>
     */
    public SandboxAssert listensOn(int port) {
        return listensOn(port, Duration.ZERO);
    }

    /** Check that something inside listens on a TCP port, now or before this time is up; otherwise as {@link #listensOn(int)}. */
    public SandboxAssert listensOn(int port, Duration patience) {
        isNotNull();
        boolean listens = ListeningPorts.await(actual, port, patience);
        return check(
                listens,
                () -> "Expecting that something listens on port " + port
                        + (patience.isZero() ? "" : " within " + patience) + ", but TCP ports in use are "
                        + ListeningPorts.of(actual) + ".");
    }

    private List<NetworkAttempt> attempts() {
        isNotNull();
        return actual.networkAttempts();
    }

    private static boolean isAt(NetworkAttempt attempt, String host) {
        return attempt.host().equalsIgnoreCase(host) || attempt.address().equals(host);
    }

    private static String listed(List<NetworkAttempt> attempts) {
        return attempts.isEmpty()
                ? " (nothing was tried)"
                : attempts.stream().map(attempt -> "\n  " + attempt).collect(Collectors.joining());
    }

    @Override
    Scene scene() {
        return Scene.of(actual);
    }

    /** Returns what this is about, to asserts that were led to by something that is in it. */
    Sandbox sandbox() {
        return actual;
    }

    private SandboxAssert isIn(SandboxState state, boolean wanted) {
        isNotNull();
        SandboxState real = actual.state();
        return check(
                (real == state) == wanted,
                () -> "Expecting the sandbox " + (wanted ? "" : "not ") + "to be " + state + ", but it is " + real
                        + ".");
    }

    private Lookup look(String path) {
        isNotNull();
        return Lookup.at(actual, path);
    }

    private FileEntry entry(String path, FileType type, String what) {
        Lookup found = look(path);
        check(found.is(type), () -> FileMessages.shouldHave(what, found, actual));
        return Objects.requireNonNull(found.entry());
    }
}
