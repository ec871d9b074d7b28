package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.ProviderNotFoundException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProviderChainTests {

    private static final ProviderRequest ANY = ProviderRequest.of(SandboxSpec.defaults());

    private final FakeProvider firecracker = new FakeProvider("firecracker").declares(Isolation.MICROVM);
    private final FakeProvider docker = new FakeProvider("docker").declares(Isolation.CONTAINER, Capability.IMAGE);
    private final FakeProvider subprocess = new FakeProvider("subprocess").declares(Isolation.PROCESS);

    @Test
    void theStrongestThatWorksIsChosenWhateverTheOrderOfTheClassPath() {
        Selection selection = chain(subprocess, docker, firecracker).select(ANY);

        assertThat(selection.provider()).isSameAs(firecracker);
        assertThat(selection.capabilities().isolation()).isEqualTo(Isolation.MICROVM);
        assertThat(selection.rejections()).isEmpty();
        assertThat(selection.describe()).isEqualTo("firecracker 1.0, isolation microvm");
        assertThat(docker.calls).as("weaker ones are not even opened").isEmpty();
    }

    @Test
    void oneThatIsUnavailableIsPassedOverWithItsReasonAndRemedy() {
        firecracker.isUnavailable("/dev/kvm cannot be opened", "sudo chmod 666 /dev/kvm");

        Selection selection = chain(firecracker, docker).select(ANY);

        assertThat(selection.provider()).isSameAs(docker);
        assertThat(selection.rejections())
                .containsExactly(new Rejection("firecracker", "/dev/kvm cannot be opened", "sudo chmod 666 /dev/kvm"));
        assertThat(selection.describe())
                .isEqualTo("docker 1.0, isolation container; passed over: firecracker: /dev/kvm cannot be opened"
                        + " (remedy: sudo chmod 666 /dev/kvm)");
    }

    @Test
    void noneBelowTheFloorIsTakenAndTheExceptionListsAll() {
        docker.isUnavailable("no daemon answers", "systemctl start docker");

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain(subprocess, docker).create(ANY.atLeast(Isolation.CONTAINER)))
                .withMessage("""
                        No provider for isolation container or stronger:
                          - docker: no daemon answers (remedy: systemctl start docker)
                          - subprocess: its isolation process is below the floor container (remedy: accept less with \
                        isolation process, if what runs inside may be trusted that far)""");
        assertThat(subprocess.calls).doesNotContain("status", "create");
    }

    @Test
    void oneThatLacksWhatTheSpecNeedsIsPassedOverNamingAllThatIsMissing() {
        SandboxSpec spec = SandboxSpec.builder().image("debian").user("nobody").build();

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain(docker, subprocess).select(ProviderRequest.of(spec)))
                .satisfies(e -> assertThat(e.attempts())
                        .extracting(Rejection::provider, Rejection::reason)
                        .containsExactly(
                                tuple("docker", "does not support USER"),
                                tuple("subprocess", "does not support USER, IMAGE")))
                .withMessageStartingWith("No provider for isolation process or stronger with [USER, IMAGE]:");
    }

    @Test
    void whenCreatingFailsTheNextIsTriedAndTheFailureRecorded() {
        firecracker.creates(() -> {
            throw new SandboxStartException(Fault.of("the kernel image is damaged")
                    .provider("firecracker")
                    .remedy("./sandboxed provision"));
        });

        SelectedSandbox made = chain(subprocess, docker, firecracker).create(ANY);

        assertThat(made.selection().provider()).isSameAs(docker);
        Rejection damaged = new Rejection("firecracker", "the kernel image is damaged", "./sandboxed provision");
        assertThat(made.sandbox().id()).startsWith("fake-");
        assertThat(made.selection().rejections()).containsExactly(damaged);
        assertThat(made.sandbox().info().passedOver()).containsExactly(damaged);
        assertThat(subprocess.calls).isEmpty();
    }

    @Test
    void aProviderWithABugIsNoReasonToStop() {
        firecracker.creates(() -> {
            throw new IllegalStateException("bug");
        });
        docker.creates(() -> {
            throw new NoSuchMethodError("Docker.ping");
        });

        SelectedSandbox made = chain(firecracker, docker, subprocess).create(ANY);

        assertThat(made.selection().provider()).isSameAs(subprocess);
        assertThat(made.selection().rejections())
                .extracting(Rejection::reason)
                .containsExactly(
                        "failed to create a sandbox: java.lang.IllegalStateException: bug",
                        "failed to create a sandbox: java.lang.NoSuchMethodError: Docker.ping");
    }

    @Test
    void whenAllFailTheExceptionHoldsEveryAttemptAndEveryCause() {
        SandboxStartException broken = new SandboxStartException(Fault.of("the disk is full"));
        subprocess.creates(() -> {
            throw broken;
        });
        firecracker.isUnavailable("no KVM", "");

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain(firecracker, subprocess).create(ANY))
                .withMessage(
                        "No provider for isolation process or stronger:\n  - firecracker: no KVM\n  - subprocess: the"
                                + " disk is full")
                .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(broken));
    }

    @Test
    void anInterruptedCreationIsNotTriedElsewhere() {
        SandboxInterruptedException interrupted = new SandboxInterruptedException(Fault.of("interrupted"));
        docker.creates(() -> {
            throw interrupted;
        });

        assertThatThrownBy(() -> chain(docker, subprocess).create(ANY)).isSameAs(interrupted);
        assertThat(subprocess.calls).isEmpty();
    }

    @Test
    void aNamedProviderIsUsedThoughAStrongerOneIsThere() {
        assertThat(chain(firecracker, docker)
                        .create(ANY.on("docker"))
                        .selection()
                        .provider())
                .isSameAs(docker);
        assertThat(firecracker.calls).isEmpty();
    }

    @Test
    void aNamedProviderNeverFallsBack() {
        SandboxStartException broken = new SandboxStartException(Fault.of("no space left"));
        docker.creates(() -> {
            throw broken;
        });
        ProviderChain chain = chain(firecracker, docker, subprocess);

        assertThatThrownBy(() -> chain.create(ANY.on("docker"))).isSameAs(broken);
        assertThatThrownBy(() -> chain.create(ANY.on("dcoker"))).isInstanceOf(ProviderNotFoundException.class);
        assertThat(firecracker.calls).isEmpty();
        assertThat(subprocess.calls).isEmpty();
    }

    @Test
    void aNamedProviderIsHeldToFloorCapabilitiesAndStatus() {
        ProviderChain chain = chain(docker, subprocess);
        SandboxSpec image = SandboxSpec.builder().image("debian").build();

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain.create(ANY.atLeast(Isolation.CONTAINER).on("subprocess")))
                .withMessageContaining("subprocess: its isolation process is below the floor container");
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() -> chain.create(ProviderRequest.of(image).on("subprocess")))
                .withMessageStartingWith("Provider 'subprocess' does not support IMAGE");
        docker.isUnavailable("no daemon answers", "systemctl start docker");
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> chain.create(ANY.on("docker")))
                .withMessage("no daemon answers [provider docker]\n  remedy: systemctl start docker");
        assertThat(docker.calls).doesNotContain("create");
        assertThat(subprocess.calls).doesNotContain("create");
    }

    @Test
    void aSandboxThatTurnsOutWeakerThanTheFloorIsDestroyedAndTheNextIsTried() {
        FakeSandbox weak = new FakeSandbox(Isolation.CONTAINER);
        FakeSandbox strong = new FakeSandbox(Isolation.USERSPACE_KERNEL);
        firecracker.creates(() -> weak);
        FakeProvider gvisor =
                new FakeProvider("gvisor").declares(Isolation.USERSPACE_KERNEL).creates(() -> strong);

        SelectedSandbox made = chain(firecracker, gvisor).create(ANY.atLeast(Isolation.USERSPACE_KERNEL));

        assertThat(made.sandbox().id()).isEqualTo(strong.id());
        assertThat(weak.isClosed()).isTrue();
        assertThat(strong.isClosed()).isFalse();
        assertThat(made.selection().rejections())
                .extracting(Rejection::reason)
                .containsExactly(
                        "the isolation of the sandbox that it made is container, below the floor userspace-kernel");
    }

    @Test
    void anOptionThatWeakensANamedProviderBelowTheFloorIsRefused() {
        FakeSandbox weak = new FakeSandbox(Isolation.CONTAINER);
        FakeProvider gvisor =
                new FakeProvider("gvisor").declares(Isolation.USERSPACE_KERNEL).creates(() -> weak);
        SandboxSpec spec = SandboxSpec.builder().option("runtime", "runc").build();
        ProviderRequest request =
                ProviderRequest.of(spec).atLeast(Isolation.USERSPACE_KERNEL).on("gvisor");

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain(gvisor).create(request))
                .withMessageContaining("the isolation of the sandbox that it made is container")
                .withMessageContaining("leave out the options that weaken it: {runtime=runc}");
        assertThat(weak.isClosed()).isTrue();
    }

    @Test
    void thoseTakenOnlyWhenNamedAreRecordedAndUsedWhenNamed() {
        FakeProvider proot = new FakeProvider("proot").declares(Isolation.FILESYSTEM);
        FakeProvider qemu = new FakeProvider("qemu")
                .declares(Isolation.MICROVM)
                .answers(() -> new ProviderStatus.Available(
                        "9", Map.of(ProviderOrder.ONLY_WHEN_NAMED, "there is no KVM, and emulation is slow")));
        ProviderChain chain = chain(proot, qemu, subprocess);

        Selection chosen = chain.select(ANY);

        assertThat(chosen.provider()).isSameAs(subprocess);
        assertThat(chosen.rejections())
                .containsExactly(
                        new Rejection("proot", "it is taken only when it is named", "name it: sandbox.provider=proot"),
                        new Rejection(
                                "qemu",
                                "it is taken only when it is named: there is no KVM, and emulation is slow",
                                "name it: sandbox.provider=qemu"));
        assertThat(proot.calls).isEmpty();
        assertThat(chain.select(ANY.on("proot")).provider()).isSameAs(proot);
        assertThat(chain.select(ANY.on("qemu")).provider()).isSameAs(qemu);
    }

    @Test
    void aProbeThatHangsIsARejectionAndNotAWait() {
        CountDownLatch never = new CountDownLatch(1);
        firecracker.answers(() -> {
            await(never);
            throw new IllegalStateException("not reached");
        });

        Selection selection = chain(firecracker, docker).select(ANY);

        assertThat(selection.provider()).isSameAs(docker);
        assertThat(selection.rejections())
                .singleElement()
                .satisfies(one -> assertThat(one.reason()).isEqualTo("its status probe did not end within 250ms"));
    }

    @Test
    void aProbeThatFailsIsARejectionToo() {
        firecracker.answers(() -> {
            throw new UnsatisfiedLinkError("libvmm");
        });
        docker.declares(() -> {
            throw new IllegalStateException("bug");
        });

        assertThat(chain(firecracker, docker, subprocess).select(ANY).rejections())
                .extracting(Rejection::toString)
                .allMatch(text -> text.contains("(remedy: "))
                .satisfiesExactly(
                        one -> assertThat(one)
                                .startsWith(
                                        "firecracker: its status probe failed: java.lang.UnsatisfiedLinkError: libvmm"),
                        two -> assertThat(two)
                                .startsWith(
                                        "docker: asking for its capabilities failed: java.lang.IllegalStateException:"
                                                + " bug"));
    }

    @Test
    void aProviderNobodyKnowsStandsBehindTheKnownOnesOfItsStrength() {
        FakeProvider third = new FakeProvider("third").declares(Isolation.CONTAINER);
        FakeProvider broken = new FakeProvider("broken").opens(() -> {
            throw new IllegalStateException("bad settings");
        });
        FakeProvider bubblewrap = new FakeProvider("bubblewrap").declares(Isolation.NAMESPACE);
        docker.isUnavailable("no daemon answers", "");

        Selection selection = chain(bubblewrap, broken, third, docker).select(ANY);

        assertThat(selection.provider()).isSameAs(third);
        assertThat(selection.rejections()).extracting(Rejection::provider).containsExactly("broken", "docker");
        assertThat(selection.rejections().get(0).reason())
                .isEqualTo("cannot be opened: java.lang.IllegalStateException: bad settings");
    }

    @Test
    void withoutAnyProviderTheExceptionSaysWhatToAdd() {
        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> chain().select(ANY))
                .withMessageContaining("no provider is on the class path");
    }

    private static ProviderChain chain(FakeProvider... providers) {
        ProviderRegistry registry =
                ProviderRegistry.of(List.of(providers), name -> ProviderContext.in(Path.of("state", name)));
        return new ProviderChain(
                registry,
                new Checks(
                        new Probe(Duration.ofMillis(250), Duration.ofSeconds(5)),
                        Duration.ofSeconds(30),
                        InstantSource.system()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
