package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.conformance.internal.program.LeaderlessProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holding still, with processes of this host in the place of supervisors. */
@Timeout(60)
class HoldScriptTests {

    private final String word = UUID.randomUUID().toString();
    private final String mark = UUID.randomUUID().toString();
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private Process supervisor(String script) throws IOException {
        return start(List.of("/bin/sh", "-c", script, "sh", word));
    }

    /** Returns whom it has held, once it has. */
    private List<String> hold(String signal) throws IOException, InterruptedException {
        return heldBy(start(GuestScript.HOLD.argv(signal, "now", mark, word)));
    }

    private static List<String> heldBy(Process holding) throws IOException, InterruptedException {
        String told = new String(holding.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(holding.waitFor()).isZero();
        return told.isBlank() ? List.of() : List.of(told.strip().split(" "));
    }

    private Process start(List<String> argv) throws IOException {
        Process process = new ProcessBuilder(argv).directory(folder.toFile()).start();
        started.add(process);
        return process;
    }

    private void assertSaid(Process supervisor) throws IOException {
        byte[] said = ("\u001e" + word + " held now\u001f").getBytes(StandardCharsets.US_ASCII);
        assertThat(supervisor.getInputStream().readNBytes(said.length)).isEqualTo(said);
        assertThat(supervisor.getErrorStream().readNBytes(said.length)).isEqualTo(said);
    }

    private static String state(Process process) throws IOException {
        return state(process.pid());
    }

    private static String state(long pid) throws IOException {
        return stateIn(Path.of("/proc", String.valueOf(pid), "stat"));
    }

    private static String stateIn(Path file) throws IOException {
        String stat = Files.readString(file);
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }

    /** It was held before it could say anything, and whoever waited for what it was to say waited in vain. */
    @Test
    void aSupervisorThatHasOnlyBegunIsHeldOnceItCanSaySo() throws Exception {
        Process supervisor = supervisor("read go; exec 7>&1 6>&2; read more");
        Process holding = start(GuestScript.HOLD.argv("STOP", "now", mark, word));
        await().until(() -> holding.toHandle().children().count() > 0);
        assertThat(state(supervisor)).isNotEqualTo("T");
        supervisor.getOutputStream().write('\n');
        supervisor.getOutputStream().flush();

        assertThat(heldBy(holding)).containsExactly(String.valueOf(supervisor.pid()));
        assertSaid(supervisor);
        assertThat(state(supervisor)).isEqualTo("T");
    }

    /** One that watches over a supervisor is called the same, and so is a command that is about to begin. */
    @Test
    void itIsOneThatHasTheOutputsWhoSaysSoAndAllAreLetGo() throws Exception {
        Process outer = supervisor("(exec 7>&1 6>&2; (exec 7>&- 6>&-; : >begun; while :; do sleep 1; done); :); :");
        await().until(() -> Files.exists(folder.resolve("begun")));

        assertThat(hold("STOP")).hasSizeGreaterThanOrEqualTo(3).contains(String.valueOf(outer.pid()));
        assertSaid(outer);
        assertThat(state(outer)).isEqualTo("T");

        assertThat(hold("CONT")).hasSizeGreaterThanOrEqualTo(3).contains(String.valueOf(outer.pid()));
        assertThat(state(outer)).isNotEqualTo("T");
        assertThat(outer.descendants()).noneMatch(this::isHeld);
    }

    private boolean isHeld(ProcessHandle process) {
        try {
            return state(process.pid()).equals("T");
        } catch (IOException ended) {
            return false;
        }
    }

    /** Whoever knows the word may have a file of somebody else where outputs would be. */
    @Test
    void nothingIsWrittenIntoAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "precious");
        Process pretender = supervisor("exec 7<file 6<file; : >begun; read more");
        await().until(() -> Files.exists(folder.resolve("begun")));
        hold("STOP");

        assertThat(file).hasContent("precious");
        assertThat(pretender.isAlive()).isTrue();
    }

    /** A shell whose job was stopped before itself said so on its terminal, and the job never got that back. */
    @Test
    void aParentIsHeldBeforeItsChildrenAndLetGoAfterThem() throws Exception {
        process("950", "1");
        process("1203", "950");
        process("1204", "1203");
        List<String> argv = new ArrayList<>(GuestScript.HOLD.argv("STOP", "now", mark));
        argv.set(2, "kill() { :; }\n" + argv.get(2).replace("/proc", folder + "/proc"));

        assertThat(heldBy(start(argv))).containsExactly("1204", "1203", "950");
    }

    /** It looks dead. */
    @Test
    void aProcessWhoseFirstThreadHasEndedIsHeldAndLetGo() throws Exception {
        Optional<byte[]> executable = LeaderlessProgram.forMachine(System.getProperty("os.arch"));
        assumeTrue(executable.isPresent(), "There is no such program for this processor");
        Path program = Files.write(folder.resolve("leaderless"), executable.get());
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Process marked =
                start(List.of("/usr/bin/env", "SANDBOXED_COMMAND=" + mark + "-1", program.toString(), "beats"));
        await().until(() -> state(marked).equals("Z") && Files.exists(folder.resolve("beats")));
        List<String> stop = GuestScript.HOLD.argv("STOP", "now", mark);

        assertThat(heldBy(start(stop))).containsExactly(String.valueOf(marked.pid()));
        await().until(() -> threads(marked).equals(Set.of("Z", "T")));
        assertThat(heldBy(start(stop))).isEmpty();

        assertThat(heldBy(start(GuestScript.HOLD.argv("CONT", "now", mark))))
                .containsExactly(String.valueOf(marked.pid()));
        await().until(() -> !threads(marked).contains("T"));
    }

    private static Set<String> threads(Process process) throws IOException {
        Set<String> states = new HashSet<>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(Path.of("/proc", String.valueOf(process.pid()), "task"))) {
            for (Path thread : threads) {
                states.add(stateIn(thread.resolve("stat")));
            }
        }
        return states;
    }

    /** Between two programs it has no variables to be known by. */
    @Test
    void aProcessThatIsJustBecomingAnotherProgramIsHeld() throws Exception {
        process("950", "1");
        Files.writeString(folder.resolve("proc/950/environ"), "");
        String showing = """
                sandboxed_variables() {
                    asked=$((asked + 1)) sandboxed_first=1000 sandboxed_end=2000
                    case $1 in */self) return ;; esac
                    if [ "$asked" -lt 4 ]; then
                        sandboxed_first=0 sandboxed_end=0
                    else
                        printf 'SANDBOXED_COMMAND=%s-1\\0' "$mark" >"$1/environ"
                    fi
                }
                asked=0
                kill() { :; }
                signal=$1\s""";
        List<String> argv = new ArrayList<>(GuestScript.HOLD.argv("STOP", "now", mark));
        assertThat(argv.get(2)).containsOnlyOnce("\nsignal=$1 ");
        argv.set(2, argv.get(2).replace("/proc", folder + "/proc").replace("\nsignal=$1 ", "\n" + showing));

        assertThat(heldBy(start(argv))).containsExactly("950");
    }

    private void process(String pid, String parent) throws IOException {
        Path process = Files.createDirectories(folder.resolve("proc").resolve(pid));
        Files.writeString(process.resolve("stat"), pid + " (sh) S " + parent + " 0 0\n");
        Files.writeString(process.resolve("environ"), "SANDBOXED_COMMAND=" + mark + "-1\0");
        Files.createFile(process.resolve("cmdline"));
    }

    @Test
    void aSupervisorThatHasEndedIsNotWaitedFor() throws Exception {
        assertThat(hold("STOP")).isEmpty();
    }
}
