package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.proc.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NeedsMachines
@Timeout(300)
class MachineTests {

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

    private static Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    private static String said(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    private static List<Path> saved() throws IOException {
        return saved(folder);
    }

    private static List<Path> saved(Path folder) throws IOException {
        return made(folder, "saved");
    }

    private static List<Path> made(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("machines"))) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-[0-9a-f]+"))
                    .toList();
        }
    }

    static String boot(Sandbox sandbox) {
        return said(sandbox, "cat /proc/sys/kernel/random/boot_id");
    }

    /** As children, as orphans, in sessions of their own, and without a variable. */
    @Test
    void aTimeoutEndsAllThatACommandHasStartedAndNobodyElse() {
        String tree =
                "trap '' TERM HUP INT; sleep 4711 & setsid sleep 4711 & (setsid sh -c 'sleep 4711 & sleep 4711' &);"
                        + " env -i sleep 4711 & sh -c 'sh -c \"sleep 4711; :\"; :'";
        try (Sandbox sandbox = create()) {
            said(sandbox, "setsid sleep 4712 </dev/null >/dev/null 2>&1 &");
            ExecResult result = sandbox.exec(Command.shell(tree).timeout(Duration.ofSeconds(2)));

            assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
            assertThat(said(sandbox, "ps | grep -c '[s]leep 4711' || true")).isEqualTo("0");
            assertThat(said(sandbox, "ps | grep -c '[s]leep 4712'")).isEqualTo("1");
        }
    }

    @Test
    void thoseThatMultiplyAreEndedAtATimeout() {
        String multiplying = "f() { (setsid sh -c 'sleep 4713' &) ; (f &) ; }; f; sleep 4713";
        SandboxSpec spec = SandboxSpec.builder()
                .limits(Limits.builder().processes(60).build())
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            ExecResult result = sandbox.exec(Command.shell(multiplying).timeout(Duration.ofSeconds(2)));

            assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
            assertThat(said(sandbox, "ps | grep -c '[s]leep 4713' || true")).isEqualTo("0");
        }
    }

    @Test
    void twoCopiesOfOneSavedMachineShareNothingThatMustBeTheirOwn() {
        String unique = "head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \\n'; echo; cat /etc/machine-id; hostname";
        try (Sandbox one = create();
                Sandbox other = create()) {
            List<String> first = said(one, unique).lines().toList();
            List<String> second = said(other, unique).lines().toList();

            assertThat(first).hasSize(3).doesNotContainAnyElementsOf(second);
            assertThat(first.get(2)).isEqualTo(one.id());
            assertThat(Duration.between(Instant.ofEpochSecond(Long.parseLong(said(other, "date +%s"))), Instant.now())
                            .abs())
                    .isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void copiesWhoseRootIsClosedHaveNamesOfTheirOwnToo() {
        SandboxSpec closed = SandboxSpec.builder().readOnlyRoot(true).build();
        try (Sandbox one = provider.create(closed);
                Sandbox other = provider.create(closed)) {
            assertThat(one.shell("echo x >/etc/hostname").succeeded()).isFalse();
            assertThat(said(one, "hostname; cat /etc/hostname")).isEqualTo(one.id() + "\n" + one.id());
            assertThat(said(one, "cat /etc/machine-id"))
                    .matches("[0-9a-f]{32}")
                    .isNotEqualTo(said(other, "cat /etc/machine-id"));
        }
    }

    @Test
    void aSecondSandboxBeginsWhereTheFirstMachineWasSaved() throws IOException {
        create().close();
        List<Path> before = saved();
        try (Sandbox sandbox = create()) {
            assertThat(Double.parseDouble(said(sandbox, "cut -d' ' -f1 /proc/uptime")))
                    .isGreaterThan(0);
        }

        assertThat(saved()).isEqualTo(before).isNotEmpty();
    }

    @Test
    void specsThatDifferInWhatIsDoneAfterTheBootShareIt() {
        SandboxSpec other = SandboxSpec.builder()
                .workdir("/elsewhere")
                .limits(Limits.builder().processes(50).build())
                .build();
        try (Sandbox one = create();
                Sandbox second = provider.create(other)) {
            assertThat(boot(second)).isEqualTo(boot(one));
            assertThat(said(second, "pwd; hostname")).isEqualTo("/elsewhere\n" + second.id());
            assertThat(said(one, "ls -d /elsewhere || pwd"))
                    .isEqualTo(one.spec().workdir());
        }
    }

    @Test
    void aMachineThatHadBootedAndIsDamagedBootsAnew(@TempDir Path own) throws IOException {
        try (MicrovmProvider another = MachinesRequired.provider(own);
                Sandbox first = another.create(SandboxSpec.defaults())) {
            Path booted = made(own, "booted").get(0);
            Path state = booted.resolve("state");
            Files.write(state, new byte[(int) Files.size(state)]);

            try (Sandbox second =
                    another.create(SandboxSpec.builder().workdir("/elsewhere").build())) {
                assertThat(boot(second)).isNotEqualTo(boot(first));
            }
            assertThat(booted).doesNotExist();
        }
    }

    @Test
    void savedMachinesMakeRoomForOthersAndAllAreCleanedAway(@TempDir Path own) throws IOException {
        Map<String, String> settings = new HashMap<>(MachinesRequired.emulated());
        settings.put("savedMachines", "500m");
        try (MicrovmProvider small = new MicrovmProvider(
                Kind.QEMU, ProviderContext.in(own.resolve("qemu")).withSettings(settings))) {
            Sandbox first = small.create(SandboxSpec.defaults());
            List<Path> one = saved(own);
            small.create(SandboxSpec.builder().workdir("/elsewhere").build()).close();
            List<Path> other = saved(own);

            assertThat(one).hasSize(1).doesNotContainAnyElementsOf(other);
            assertThat(other).hasSize(1);
            assertThat(small.clean().removed())
                    .contains(String.valueOf(other.get(0).getFileName()));
            assertThat(saved(own)).isEmpty();
            assertThat(said(first, "echo lives")).isEqualTo("lives");
            try (Sandbox again = small.create(SandboxSpec.defaults())) {
                assertThat(said(again, "echo works")).isEqualTo("works");
            }
        }
    }

    @Test
    void aSavedMachineThatIsDamagedIsMadeAnew() throws IOException {
        create().close();
        Path state = saved().get(0).resolve("state");
        Files.write(state, new byte[100], StandardOpenOption.TRUNCATE_EXISTING);

        try (Sandbox sandbox = create()) {
            assertThat(said(sandbox, "echo works")).isEqualTo("works");
        }
        assertThat(state).isRegularFile();
        assertThat(Files.size(state)).isGreaterThan(100);
    }

    /** With nearly no memory left for the pages of programs, the kernel alone took four minutes to end it. */
    @Test
    void aCommandThatTakesTooMuchMemoryIsEndedSoonAndToldApartFromAMachineThatIsKilled() {
        SandboxSpec small = SandboxSpec.builder()
                .limits(Limits.builder().memory(DataSize.ofMebibytes(64)).build())
                .build();
        try (Sandbox sandbox = provider.create(small)) {
            // Also who watches: the next connection has another begin.
            sandbox.shell("kill -KILL -1");
            assertThat(sandbox.exec(Command.of("sh", "-c", "head -c 200000000 /dev/zero | tail -n 1")
                                    .timeout(Duration.ofSeconds(100)))
                            .outcome())
                    .isEqualTo(Outcome.OUT_OF_MEMORY);
            assertThat(said(sandbox, "echo alive")).isEqualTo("alive");

            processesOf(sandbox.id()).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            await().until(() -> processesOf(sandbox.id()).isEmpty());
            assertThatThrownBy(() -> sandbox.exec("true"))
                    .isInstanceOf(SandboxDestroyedException.class)
                    .hasMessageContaining("its machine has ended");
        }
    }

    @Test
    void whatTheKernelSaysOnItsConsoleIsTold() {
        try (Sandbox sandbox = create()) {
            said(sandbox, "echo '<0>the console was here' >/dev/kmsg");

            await().until(() -> sandbox.providerLog().contains("the console was here"));
        }
    }

    @Test
    void nothingBeyondTheMachineCanBeReached() {
        try (Sandbox sandbox = create()) {
            assertThat(said(sandbox, "ls /sys/class/net")).isEqualTo("lo");
            assertThat(sandbox.shell("ping -c 1 -W 2 10.0.2.2").succeeded()).isFalse();
            // Root may go where the channel is, and that leads nowhere either.
            assertThat(sandbox.shell("nsenter --target 1 --net wget -T 3 -q -O - http://10.0.2.2/")
                            .succeeded())
                    .isFalse();
        }
    }

    @Test
    void nothingIsLeftOfTwentyMachinesOfAnOwnerThatWasKilled() throws Exception {
        create().close();
        Process owner = OwnerOfMachines.start(folder.resolve("qemu"), 20);
        List<String> theirs = new ArrayList<>();
        while (theirs.size() < 20) {
            theirs.add(owner.inputReader().readLine());
        }
        assertThat(theirs).allSatisfy(id -> assertThat(processesOf(id)).isNotEmpty());

        owner.destroyForcibly().waitFor();
        ReapReport report = provider.reap();

        assertThat(report.failures()).isEmpty();
        assertThat(report.removed()).containsExactlyInAnyOrderElementsOf(theirs);
        await().until(() -> theirs.stream().allMatch(id -> processesOf(id).isEmpty()));
        assertThat(folder.resolve("qemu/sandboxes")).isEmptyDirectory();
        for (String kept : List.of("/proc/self/mounts", "/proc/net/unix")) {
            assertThat(Files.readString(Path.of(kept))).doesNotContain(theirs);
        }
    }

    static List<Long> processesOf(String id) {
        return ProcessTable.read().stream()
                .filter(entry -> entry.carries("SANDBOXED", id))
                .map(entry -> (long) entry.pid())
                .toList();
    }
}
