package dev.sandboxed.linux.internal.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import dev.sandboxed.linux.internal.proc.ProcessWorld.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessWorldTests {

    private static final String MACHINE = "0123456789abcdef0123456789abcdef";
    private static final String FIRST = "pid:[4026531836]";
    private static final String CONTAINER = "pid:[4026532301]";
    private static final ProcessWorld HERE = new ProcessWorld(MACHINE, "builder", "boot-1", FIRST);
    private static final ProcessWorld IN_CONTAINER = new ProcessWorld(MACHINE, "ci", "boot-1", CONTAINER);

    private static final Owner ALIVE = Owner.current();
    private static final Owner DEAD = new Owner(ALIVE.pid(), "boot-1/1");

    @TempDir
    Path root;

    private Path write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, content);
    }

    @Test
    void aWorldIsToldByTheFilesOfTheHost() throws IOException {
        write("etc/machine-id", MACHINE + "\n");
        write("proc/sys/kernel/hostname", "builder\n");
        write("proc/sys/kernel/random/boot_id", "boot-1\n");
        Files.createDirectories(root.resolve("proc/self/ns"));
        Files.createSymbolicLink(root.resolve("proc/self/ns/pid"), Path.of(FIRST));

        assertThat(ProcessWorld.at(root)).isEqualTo(HERE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "uninitialized\n", "to be filled\nin"})
    void aMachineIdThatWasNotGivenYetIsNoName(String unnamed) throws IOException {
        write("etc/machine-id", unnamed);

        assertThat(ProcessWorld.at(root).machine()).isEmpty();
    }

    @Test
    void ofAHostThatTellsNothingNothingIsKnown() {
        assertThat(ProcessWorld.at(root)).isEqualTo(new ProcessWorld("", "", "", ""));
    }

    @Test
    void whatIsWrittenCanBeRead() {
        ProcessWorld nameless = new ProcessWorld("", "host", "", CONTAINER);

        assertThat(ProcessWorld.read(HERE.written())).isEqualTo(HERE);
        assertThat(ProcessWorld.read(nameless.written())).isEqualTo(nameless);
    }

    @Test
    void anOwnerInTheSameWorldIsLookedAt() {
        assertThat(HERE.fateOf(ALIVE, HERE)).isEqualTo(Fate.ALIVE);
        assertThat(HERE.fateOf(DEAD, HERE)).isEqualTo(Fate.DEAD);
        assertThat(IN_CONTAINER.fateOf(DEAD, IN_CONTAINER)).isEqualTo(Fate.DEAD);
    }

    /** It was given the namespace of its host, but not its name. */
    @Test
    void theOwnerInAContainerThatSharesTheProcessesIsLookedAt() {
        ProcessWorld sharing = new ProcessWorld("", "f00", "boot-1", FIRST);

        assertThat(HERE.fateOf(ALIVE, sharing)).isEqualTo(Fate.ALIVE);
        assertThat(sharing.fateOf(DEAD, HERE)).isEqualTo(Fate.DEAD);
    }

    @Test
    void theOwnerInAnotherContainerIsNotTakenForDead() {
        assertThat(HERE.fateOf(DEAD, IN_CONTAINER)).isEqualTo(Fate.UNKNOWN);
        assertThat(IN_CONTAINER.fateOf(DEAD, HERE)).isEqualTo(Fate.UNKNOWN);
    }

    /** They have the same machine-id from the image, and namespaces are counted from the same number on every machine. */
    @Test
    void theOwnerInAContainerOfTheSameImageOnAnotherMachineIsNotTakenForDead() {
        ProcessWorld elsewhere = new ProcessWorld(MACHINE, "ci", "boot-2", CONTAINER);

        assertThat(IN_CONTAINER.fateOf(DEAD, elsewhere)).isEqualTo(Fate.UNKNOWN);
    }

    @Test
    void machinesWithoutANameAreNotTakenForOne() {
        ProcessWorld nameless = new ProcessWorld("", "builder", "boot-1", FIRST);
        ProcessWorld another = new ProcessWorld("", "builder", "boot-2", FIRST);

        assertThat(nameless.fateOf(DEAD, another)).isEqualTo(Fate.UNKNOWN);
    }

    @Test
    void machinesThatWereCopiedWithTheirIdAreNotTakenForOne() {
        ProcessWorld copy = new ProcessWorld(MACHINE, "builder-2", "boot-2", FIRST);

        assertThat(HERE.fateOf(DEAD, copy)).isEqualTo(Fate.UNKNOWN);
    }

    @Test
    void afterARebootEveryOwnerOfTheMachineIsDead() {
        ProcessWorld before = new ProcessWorld(MACHINE, "builder", "boot-0", FIRST);

        assertThat(HERE.fateOf(ALIVE, before)).isEqualTo(Fate.DEAD);
    }

    @Test
    void whereNoBootIsKnownTheNamesDecide() {
        ProcessWorld mac = new ProcessWorld("", "mac.local", "", "");

        assertThat(mac.fateOf(DEAD, mac)).isEqualTo(Fate.DEAD);
        assertThat(mac.fateOf(DEAD, new ProcessWorld("", "mac-2.local", "", "")))
                .isEqualTo(Fate.UNKNOWN);
        assertThat(mac.fateOf(DEAD, HERE)).isEqualTo(Fate.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "pid:[4026531836]", "0123456789abcdef pid:[4026531836]", "a b c d e"})
    void ofAWorldThatIsWrittenInAnotherWayNothingIsKnown(String other) {
        ProcessWorld nowhere = ProcessWorld.read(other);

        assertThat(HERE.fateOf(DEAD, nowhere)).isEqualTo(Fate.UNKNOWN);
        assertThat(nowhere.fateOf(DEAD, nowhere)).isEqualTo(Fate.UNKNOWN);
    }
}
