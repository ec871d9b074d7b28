package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.Inside;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What comes of a spec, or does not. */
public interface CreationClauses {

    @Clause("LIFE-1")
    default void theNameStaysAndIsThatOfTheFactory(Trial trial) {
        String name = trial.provider().name();
        for (int i = 0; i < 3; i++) {
            assertEquals(name, trial.provider().name(), "the name was not the same when it was asked for again");
        }
        assertTrue(
                name.matches("[a-z0-9-]+"),
                "the name '" + name + "' has something else in it than lower-case letters, digits and dashes");
        assertEquals(trial.factoryName(), name, "the provider has another name than its factory");
    }

    @Clause(value = "LIFE-2", seconds = 60)
    default void aNewSandboxRunsACommandAtOnceAndHasAnIdOfItsOwn(Trial trial) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            Sandbox sandbox = trial.sandbox();
            assertTrue(
                    assertDoesNotThrow(
                                    () -> sandbox.exec("true"),
                                    "a new sandbox could not run a command at once, without anybody waiting for it")
                            .succeeded(),
                    "the first command of a new sandbox, `true`, failed");
            assertFalse(sandbox.id().isBlank(), "a sandbox has an empty id");
            assertTrue(ids.add(sandbox.id()), "two sandboxes have the same id, '" + sandbox.id() + "'");
        }
    }

    @Clause("LIFE-6")
    default void aFailedCreationTellsItsCauseAndLeavesNothing(Trial trial) {
        Path missing = trial.hostFolder().resolve("not-there");
        SandboxStartException failure = assertThrows(
                SandboxStartException.class,
                () -> trial.create(SandboxSpec.builder().seed(SeedFile.fromHost("seed", missing))),
                "a creation with a seed file that does not exist on the host did not fail with SandboxStartException");
        assertNotNull(failure.getCause(), "the exception of the failed creation has no cause: " + failure.getMessage());
        assertNothingAlive(trial, "a creation that failed");
    }

    @Clause("LIFE-7")
    default void aCreationPastItsTimeoutGivesUpAndLeavesNothing(Trial trial) {
        SandboxStartException failure = assertThrows(
                SandboxStartException.class,
                () -> trial.create(SandboxSpec.builder().startupTimeout(Duration.ofNanos(1))),
                "a creation with a start-up timeout of a nanosecond did not give up with SandboxStartException");
        String message = String.valueOf(failure.getMessage());
        assertTrue(
                message.toLowerCase(Locale.ROOT).contains("time"),
                "a creation past its start-up timeout does not say that it ran out of time: " + message);
        assertNothingAlive(trial, "a creation past its start-up timeout");
    }

    /** One command looks at everything, since only the first one can tell what was in force at the first one. */
    @Clause("LIFE-14")
    default void theSpecIsInForceAtTheFirstCommand(Trial trial) throws IOException {
        Path folder = trial.hostFolder();
        Files.writeString(Files.createDirectory(folder.resolve("inner")).resolve("text"), "from the host");
        byte[] tool = "#!/bin/sh\necho from a tool\n".getBytes(StandardCharsets.UTF_8);
        Sandbox sandbox = trial.create(SandboxSpec.builder()
                .workdir("/conformance/workdir")
                .seed(SeedFile.text("seeded/text", "from the spec"))
                .seed(SeedFile.bytes("seeded/tool", tool, 0755))
                .seed(SeedFile.fromHost("copied", folder))
                .env("CONFORMANCE_GREETING", "from the environment")
                .label("conformance-purpose", "first command"));
        List<String> seen = sandbox.shell(ResourceText.of(CreationClauses.class, "first-command.sh"))
                .stdout()
                .lines()
                .toList();
        assertEquals(5, seen.size(), "the first command did not print its five lines but " + seen);
        assertEquals("from the spec", seen.get(0), "the first command did not find a seed file of the spec");
        assertEquals(
                "from a tool", seen.get(1), "the first command could not execute a seed file whose mode is rwxr-xr-x");
        assertEquals("from the host", seen.get(2), "the first command did not find a seed folder of the host");
        assertEquals("from the environment", seen.get(3), "the first command did not see a variable of the spec");
        assertTrue(
                seen.get(4).endsWith("/conformance/workdir"),
                "the first command did not start in the workdir /conformance/workdir of the spec but in "
                        + seen.get(4));
        assertEquals(
                "first command",
                sandbox.info().labels().get("conformance-purpose"),
                "a label of the spec is not on the new sandbox");
    }

    @Clause("LIFE-15")
    default void anUnknownOptionIsRefused(Trial trial) {
        Set<String> before = creations(trial);
        RuntimeException refusal = assertThrows(
                RuntimeException.class,
                () -> trial.create(SandboxSpec.builder().option("conformance.no-such-option", "1")),
                "an unknown option of the spec was ignored instead of refused");
        assertTrue(
                refusal instanceof SandboxException || refusal instanceof IllegalArgumentException,
                "an unknown option was not refused with an exception of the API but with " + refusal);
        assertNothingStarted(trial, before, "an unknown option was refused");
    }

    @Clause(value = "LIFE-15", seconds = 60)
    default void whateverIsNotDeclaredIsRefused(Trial trial) {
        for (Capability capability : Capability.values()) {
            Optional<SandboxSpecBuilder> spec =
                    trial.claims(capability) ? Optional.empty() : needing(capability, trial);
            if (spec.isPresent()) {
                Set<String> before = creations(trial);
                assertThrows(
                        UnsupportedCapabilityException.class,
                        () -> trial.create(spec.get()),
                        "a spec that needs " + capability + ", which the provider does not declare, was not refused"
                                + " with UnsupportedCapabilityException");
                assertNothingStarted(trial, before, capability + " was refused");
            }
        }
    }

    @Clause("LIFE-18")
    default void mountsAreSeenAndOnlyWritableOnesAreWritten(Trial trial) throws IOException {
        Path read = openToAll(trial.hostFolder());
        Path written = openToAll(trial.hostFolder());
        Files.writeString(read.resolve("text"), "from the host");
        Sandbox sandbox = trial.create(SandboxSpec.builder()
                .mount(Mount.readOnly(read, "/mnt/conformance-read"))
                .mount(Mount.writable(written, "/mnt/conformance-written")));
        assertEquals(
                "from the host",
                sandbox.shell("cat /mnt/conformance-read/text").stdout(),
                "a file in a mounted folder is not seen inside");
        sandbox.shell("echo inside >/mnt/conformance-read/made");
        assertFalse(Files.exists(read.resolve("made")), "a read-only mount was written from inside");
        sandbox.shell("echo changed >/mnt/conformance-read/text");
        assertEquals(
                "from the host", Files.readString(read.resolve("text")), "a file in a read-only mount was changed");
        sandbox.shell("echo inside >/mnt/conformance-written/made");
        assertTrue(
                Files.exists(written.resolve("made")),
                "what was written inside to a writable mount did not arrive in the folder of the host");
    }

    @Clause("LIFE-19")
    default void aReadOnlyRootIsWrittenOnlyInTheWorkdirAndTemporaryFolders(Trial trial) {
        Sandbox sandbox = trial.create(SandboxSpec.builder().readOnlyRoot(true));
        Inside inside = inside(sandbox);
        for (String path : List.of("/conformance-probe", "/etc/conformance-probe", "/usr/conformance-probe")) {
            assertThrows(
                    SandboxException.class,
                    () -> sandbox.files().write(path, "x"),
                    "with a read-only root the files of the sandbox could write " + path);
        }
        // What can be written is removed at once: a provider that claims too much may have shown us the host's root.
        String writable = sandbox.shell(ResourceText.of(CreationClauses.class, "writable-folders.sh"))
                .stdout();
        assertEquals("", writable, "with a read-only root a command could write these folders");
        assertAll(
                () -> inside.succeeds("echo x >here", "with a read-only root a command could not write the workdir"),
                () -> inside.succeeds(
                        "echo x >/tmp/conformance-probe", "with a read-only root a command could not write /tmp"));
    }

    @Clause(value = "LIFE-20", seconds = 120)
    default void anImageThatDoesNotExistIsNamed(Trial trial) {
        // The top-level name .invalid is reserved: whatever a network answers, it never answers to that.
        String image = "conformance.invalid/no-such-image:none";
        SandboxStartException failure = assertThrows(
                SandboxStartException.class,
                () -> trial.create(SandboxSpec.builder().image(image)),
                "an image that does not exist was not refused with SandboxStartException");
        String message = String.valueOf(failure.getMessage());
        assertTrue(
                message.contains("conformance.invalid/no-such-image"),
                "the exception does not name the image " + image + ": " + message);
        assertNothingAlive(trial, "an image that does not exist");
    }

    @Clause("LIFE-21")
    default void aSecretReachesCommandsAndIsShownNowhere(Trial trial) {
        String value = "hidden-" + UUID.randomUUID();
        Sandbox sandbox = trial.create(SandboxSpec.builder().secret("CONFORMANCE_SECRET", Secret.of(value)));
        assertEquals(
                value,
                sandbox.shell("printf %s \"$CONFORMANCE_SECRET\"").stdout(),
                "a secret of the spec did not reach a command");
        assertHidden(value, "the spec", sandbox.spec());
        assertHidden(value, "the sandbox", sandbox);
        assertHidden(value, "the info", sandbox.info());
        assertHidden(value, "the listing", trial.provider().list());
        sandbox.close();
        assertHidden(value, "an event", trial.events(sandbox));
    }

    private static void assertHidden(String secret, String where, Object text) {
        assertFalse(String.valueOf(text).contains(secret), "the value of a secret is shown in the text of " + where);
    }

    private static void assertNothingAlive(Trial trial, String after) {
        assertEquals(List.of(), trial.alive(), after + " left a sandbox behind, which is still listed");
    }

    /** A creation that began and was taken back is told as begun and as failed or destroyed. */
    private static void assertNothingStarted(Trial trial, Set<String> before, String when) {
        assertEquals(List.of(), trial.alive(), when + " and yet a sandbox is there");
        Set<String> begun = creations(trial);
        begun.removeAll(before);
        // A clause that runs at the same time makes sandboxes as well; those are alive.
        Set<String> undone = trial.allEvents().stream()
                .filter(event -> event instanceof SandboxEvent.Failed || event instanceof SandboxEvent.Destroyed)
                .map(event -> event.at().sandbox())
                .filter(begun::contains)
                .collect(Collectors.toSet());
        assertEquals(Set.of(), undone, when + " only after a creation had begun");
    }

    private static Set<String> creations(Trial trial) {
        return trial.allEvents().stream()
                .filter(SandboxEvent.Creating.class::isInstance)
                .map(event -> event.at().sandbox())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the spec of a sandbox that needs a capability; empty for those that are not about specs. */
    private static Optional<SandboxSpecBuilder> needing(Capability capability, Trial trial) {
        SandboxSpecBuilder spec = SandboxSpec.builder();
        Limits.Builder limits = Limits.builder();
        DataSize size = DataSize.ofMebibytes(256);
        switch (capability) {
            case STREAMING, TERMINAL, PAUSE, SNAPSHOT, SNAPSHOT_MEMORY, USAGE, CONNECT, NETWORK_LOG -> {
                return Optional.empty();
            }
            case USER -> spec.user("nobody");
            case IMAGE -> spec.image("conformance.invalid/no-such-image:none");
            case MOUNTS -> spec.mount(Mount.readOnly(trial.hostFolder(), "/mnt/conformance"));
            case READ_ONLY_ROOT -> spec.readOnlyRoot(true);
            case NETWORK_NONE -> spec.network(Network.NONE);
            case NETWORK_FULL -> spec.network(Network.FULL);
            case NETWORK_ALLOWLIST -> spec.network(NetworkPolicy.allowing("conformance.invalid"));
            case NETWORK_CREDENTIALS ->
                spec.network(
                                trial.claims(Capability.NETWORK_FULL)
                                        ? NetworkPolicy.of(Network.FULL)
                                        : NetworkPolicy.allowing("conformance.invalid"))
                        .credential(Credential.bearer("http://conformance.invalid", Secret.of("conformance")));
            case PORTS -> spec.network(NetworkPolicy.of(reachable(trial)).exposing(8080));
            case LIMIT_CPU -> limits.cpus(0.5);
            case LIMIT_MEMORY -> limits.memory(size);
            case LIMIT_DISK -> limits.disk(size);
            case LIMIT_PIDS -> limits.processes(100);
            case LIMIT_FILES -> limits.openFiles(100);
            case LIMIT_BANDWIDTH -> limits.bandwidth(size);
            case LIMIT_ADDRESS_SPACE -> limits.addressSpace(size);
            case LIMIT_CPU_TIME -> limits.cpuTime(Duration.ofSeconds(60));
        }
        return Optional.of(spec.limits(limits.build()));
    }

    /** Returns a network that the provider has, so that nothing but the port is in question. */
    private static Network reachable(Trial trial) {
        return trial.claims(Capability.NETWORK_FULL) ? Network.FULL : Network.NONE;
    }

    /** Whoever runs inside may be another user than the one who made the folder. */
    private static Path openToAll(Path folder) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
}
