package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the kit does not ask of snapshots, because only a layer over an image has it. */
@NeedsMachines
@Timeout(300)
class ChangesTests {

    private static final String LONG = "n".repeat(200);

    @TempDir
    static Path folder;

    private static MicrovmProvider provider;

    @BeforeAll
    static void open() {
        provider = MachinesRequired.provider(folder);
    }

    @AfterAll
    static void close() {
        provider.close();
    }

    private static String said(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    private static Sandbox restored(Snapshot snapshot) {
        return provider.snapshots().restore(snapshot, SandboxSpec.defaults());
    }

    /** It took hours, and a disk of the host that was filled with zeros. */
    @Test
    void aFileThatSeemsToHaveTerabytesIsRefusedAndCanBeDeleted() {
        try (Sandbox origin = provider.create(SandboxSpec.defaults())) {
            said(origin, "truncate -s 1024G hole");

            assertThatExceptionOfType(ResourceLimitException.class)
                    .isThrownBy(() -> origin.snapshot(SnapshotOptions.ALL))
                    .withMessageContaining("at most 64g may be saved");
            said(origin, "rm hole && echo small >small");
            try (Sandbox copy = restored(origin.snapshot(SnapshotOptions.ALL))) {
                assertThat(said(copy, "cat small")).isEqualTo("small");
            }
        }
    }

    @Test
    void whatWasDeletedFromTheImageIsGoneInTheCopyToo() {
        try (Sandbox origin = provider.create(SandboxSpec.defaults())) {
            said(origin, "rm /bin/vi && rm -r /usr && mkdir /usr && echo mine >/usr/only");

            try (Sandbox copy = restored(origin.snapshot(SnapshotOptions.ALL))) {
                assertThat(said(copy, "ls /bin/vi 2>/dev/null; ls /usr; cat /usr/only"))
                        .isEqualTo("only\nmine");
            }
        }
    }

    @Test
    void longNamesSecondNamesOwnersAndTimesAreKept() {
        String tell = "cat " + LONG + "/" + LONG + "; readlink far; stat -c '%h %u %g %a %Y' one two; wc -c <big";
        try (Sandbox origin = provider.create(SandboxSpec.defaults())) {
            said(
                    origin,
                    "mkdir " + LONG + " && echo deep >" + LONG + "/" + LONG + " && ln -s /" + LONG + LONG + " far"
                            + " && echo x >one && ln one two && chown 12:34 one && chmod 4711 one"
                            + " && touch -d '2001-02-03 04:05:06' one && head -c 200000 /dev/urandom >big");
            String before = said(origin, tell + "; md5sum <big");

            try (Sandbox copy = restored(origin.snapshot(SnapshotOptions.ALL))) {
                assertThat(said(copy, tell + "; md5sum <big")).isEqualTo(before).contains("2 12 34 4711 981173106");
                said(copy, "echo more >>one");
                assertThat(said(copy, "cat two")).isEqualTo("x\nmore");
            }
        }
    }

    @Test
    void aFileWhoseFirstNameIsLeftOutIsKeptUnderItsSecond() {
        try (Sandbox origin = provider.create(SandboxSpec.defaults())) {
            said(origin, "mkdir a b && echo both >a/file && ln a/file b/file");
            String workdir = origin.spec().workdir().substring(1);

            for (String left : new String[] {"a", "b"}) {
                Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL.excluding(workdir + "/" + left));
                try (Sandbox copy = restored(snapshot)) {
                    assertThat(said(copy, "ls; cat */file")).isEqualTo((left.equals("a") ? "b" : "a") + "\nboth");
                }
            }
        }
    }

    @Test
    void aCopyHasItsOwnNameAndAClosedRootIsNoObstacle() {
        SandboxSpec closed = SandboxSpec.builder().readOnlyRoot(true).build();
        try (Sandbox origin = provider.create(SandboxSpec.defaults())) {
            said(origin, "echo kept >/etc/kept");

            try (Sandbox copy = provider.snapshots().restore(origin.snapshot(SnapshotOptions.ALL), closed)) {
                assertThat(said(copy, "cat /etc/kept; cat /etc/hostname; hostname"))
                        .isEqualTo("kept\n" + copy.id() + "\n" + copy.id());
                assertThat(copy.shell("echo x >/etc/kept").succeeded()).isFalse();
            }
        }
    }

    @Test
    void commandsGoOnAfterASnapshot() throws IOException {
        Command repeating = Command.of("sh", "-c", "while read line; do echo got $line; done")
                .stdin(Stdin.open());
        try (Sandbox origin = provider.create(SandboxSpec.defaults());
                Execution execution = origin.start(repeating)) {
            assertThat(answer(execution, "one")).isEqualTo("got one\n");

            origin.snapshot(SnapshotOptions.ALL);

            assertThat(answer(execution, "two")).isEqualTo("got two\n");
        }
    }

    private static String answer(Execution execution, String line) throws IOException {
        execution.stdin().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        execution.stdin().flush();
        return execution.next().orElseThrow().text();
    }
}
