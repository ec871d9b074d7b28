package dev.sandboxed.provision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import dev.sandboxed.testkit.MockSandboxProvider;
import dev.sandboxed.testkit.MockSandboxProviderBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Packages that are unpacked and not installed, with stand-ins for the programs of Debian. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class UnpackedPackageTests {

    private static final String NAME = "sandboxed-test-kernel";
    private static final Source.Unpacked SOURCE =
            Source.Unpacked.newest(PackageManager.APT, "kernel-cloud", "kernel-image-");
    private static final Program KERNEL = Program.of(NAME, "everything", SOURCE);

    @TempDir
    Path folder;

    private DebianHost debian;
    private boolean root = true;
    private Fetching fetching = Fetching.EVERYTHING;

    @BeforeEach
    void install() throws Exception {
        debian = new DebianHost(folder).install();
    }

    private Provisioner provisioner() {
        return new Provisioner(debian.settings(root, fetching));
    }

    private static SandboxProvider provider(boolean works, Program program) {
        Capabilities needing = new Capabilities(Isolation.PROCESS, Set.of(), List.of(program), Duration.ZERO);
        MockSandboxProviderBuilder builder = MockSandboxProvider.builder().capabilities(needing);
        return works
                ? builder.build()
                : builder.unavailable("there is no kernel", "get one").build();
    }

    private Plan plan() {
        return provisioner().plan(List.of(provider(false, KERNEL)));
    }

    private Finding finding(Program program) {
        return provisioner()
                .plan(List.of(provider(false, program)))
                .findings()
                .get("mock")
                .get(0);
    }

    private List<SandboxException> get() throws InterruptedException {
        Provisioner provisioner = provisioner();
        return provisioner.carryOut(plan(), ProvisionListener.SILENT);
    }

    private Path kernel() {
        return folder.resolve("tools/bin").resolve(NAME).resolve("boot/vmlinuz");
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("tools"))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.resolve("tools").relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static Finding missing(Program program, String reason, String remedy) {
        return new Finding.Missing(program, program.name() + " is not in the path; " + reason, remedy);
    }

    @Test
    void thePlanNamesTheNewestWithItsSizeAndChangesNothing() {
        assertThat(finding(KERNEL))
                .isEqualTo(new Finding.Unpackable(KERNEL, SOURCE, "kernel-image-1_1.0_amd64", OptionalLong.of(8)));
        assertThat(plan().isEmpty()).isFalse();
        assertThat(folder.resolve("tools")).doesNotExist();
    }

    @Test
    void thePackageIsUnpackedWhereProvidersFindItAndNothingElseIsKept() throws Exception {
        assertThat(get()).isEmpty();

        assertThat(kernel()).hasContent("kernel 1");
        assertThat(debian.changes()).containsExactly("apt-get update", "apt-get download kernel-image-1");
        String home = NAME + "/kernel-image-1_1.0_amd64/";
        assertThat(kept()).containsExactly(home + ".lock", home + NAME + "/boot/vmlinuz");
    }

    @Test
    void whoIsNotRootGetsItToo() throws Exception {
        root = false;

        assertThat(get()).isEmpty();

        assertThat(kernel()).hasContent("kernel 1");
        assertThat(debian.changes()).containsExactly("apt-get download kernel-image-1");
    }

    @Test
    void theNextRunFindsIt() throws Exception {
        get();

        assertThat(finding(KERNEL))
                .isEqualTo(
                        new Finding.Present(KERNEL, folder.resolve("tools/bin").resolve(NAME), ""));
        assertThat(provisioner().plan(List.of(provider(true, KERNEL))).isEmpty())
                .isTrue();
    }

    @Test
    void aNewerOneReplacesItForAProviderThatWorksToo() throws Exception {
        get();
        Path before = folder.resolve("tools/bin").resolve(NAME).toRealPath();
        debian.publish("2");
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(List.of(provider(true, KERNEL)));

        assertThat(plan.unpacks()).extracting(Finding.Unpackable::found).containsExactly("kernel-image-2_2.0_amd64");
        assertThat(provisioner.carryOut(plan, ProvisionListener.SILENT)).isEmpty();
        assertThat(kernel()).hasContent("kernel 2");
        // Whoever began with the old one goes on with it.
        assertThat(before.resolve("boot/vmlinuz")).hasContent("kernel 1");
    }

    @Test
    void whatBecameNewestAfterThePlanIsTaken() throws Exception {
        Plan plan = plan();
        debian.publish("2");

        assertThat(provisioner().carryOut(plan, ProvisionListener.SILENT)).isEmpty();

        assertThat(kernel()).hasContent("kernel 2");
    }

    @Test
    void aProviderThatWorksWithoutOneGetsNone() {
        assertThat(provisioner().plan(List.of(provider(true, KERNEL))).isEmpty())
                .isTrue();
    }

    @Test
    void offlineTheOneThatIsThereStays() throws Exception {
        get();
        debian.publish("2");
        fetching = Fetching.NOTHING;

        assertThat(finding(KERNEL)).isInstanceOf(Finding.Present.class);
    }

    @Test
    void oneThatIsNotWhatTheListsSayIsRefusedAndTheOneThatIsThereStays() throws Exception {
        get();
        debian.publish("2");
        debian.spoil("2");

        assertThat(get())
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("What came from http://packages.example/kernel-image-2_2.0_amd64.deb is not what it should"
                        + " be: its SHA-256 is ")
                .endsWith("remedy: let apt find out anew which packages there are, and try again: sudo apt-get update");
        assertThat(kernel()).hasContent("kernel 1");
        assertThat(kept()).noneMatch(file -> file.endsWith(".deb") || file.contains("2.0_amd64/" + NAME));
    }

    @Test
    void oneThatCouldNotBeUnpackedWholeIsNeverUsedAndTheNextRunBeginsAnew() throws Exception {
        debian.program(
                "dpkg-deb", "mkdir -p \"$3/boot\" && echo half >\"$3/boot/vmlinuz\"; echo 'no space' >&2; exit 2");

        assertThat(get())
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("dpkg-deb could not unpack ")
                .contains("exited with code 2", "    no space");
        assertThat(kernel()).doesNotExist();
        assertThat(kept()).containsExactly(NAME + "/kernel-image-1_1.0_amd64/.lock");

        debian.unpacksWell();
        assertThat(get()).isEmpty();
        assertThat(kernel()).hasContent("kernel 1");
    }

    @Test
    void whatARunThatWasKilledLeftBehindIsNotUsed() throws Exception {
        Path left = folder.resolve("tools").resolve(NAME).resolve("kernel-image-1_1.0_amd64/.new/content/boot");
        Files.createDirectories(left);
        Files.writeString(left.resolve("vmlinuz"), "half");
        Files.writeString(left.resolve("config"), "of another one");

        assertThat(get()).isEmpty();

        assertThat(kernel()).hasContent("kernel 1");
        assertThat(kernel().resolveSibling("config")).doesNotExist();
    }

    @Test
    void whatAptSaysIsToldWhenItCannotFetch() throws Exception {
        Files.delete(folder.resolve("kernel-image-1.content"));

        assertThat(get())
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("apt-get could not fetch kernel-image-1: exited with code 1")
                .contains("try by hand: apt-get download kernel-image-1");
    }

    @Test
    void whereNobodyHasAskedYetWhatThereIsRootDoes() throws Exception {
        debian.forgetLists();
        Provisioner provisioner = provisioner();
        Plan plan = plan();

        assertThat(plan.unpacks())
                .containsExactly(new Finding.Unpackable(KERNEL, SOURCE, "kernel-cloud", OptionalLong.empty()));
        assertThat(provisioner.prepare(plan).unpacks())
                .extracting(Finding.Unpackable::found)
                .containsExactly("kernel-image-1_1.0_amd64");
    }

    @Test
    void whereNobodyHasAskedYetWhatThereIsOthersAreToldWhoCan() throws Exception {
        debian.forgetLists();
        root = false;

        assertThat(finding(KERNEL))
                .isEqualTo(missing(
                        KERNEL,
                        "nobody has let apt find out yet which packages there are, which takes root",
                        "sudo apt-get update"));
    }

    @Test
    void whyItCannotBeHadIsSaid() {
        Program unknown = Program.of(
                NAME, "everything", Source.Unpacked.newest(PackageManager.APT, "unknown-cloud", "kernel-image-"));
        Program elsewhere = Program.of(
                NAME, "everything", Source.Unpacked.newest(PackageManager.DNF, "kernel-core", "kernel-image-"));
        String byHand = "install " + NAME + " by hand, and put it in the path";

        assertThat(finding(unknown))
                .isEqualTo(missing(
                        unknown, "apt does not know the package unknown-cloud, or has no checksum of it", byHand));
        assertThat(finding(elsewhere))
                .isEqualTo(
                        missing(elsewhere, "the package kernel-core is one of dnf, which this host has not", byHand));
        fetching = Fetching.NOTHING;
        assertThat(finding(KERNEL))
                .isEqualTo(missing(
                        KERNEL, "the package kernel-cloud is not fetched offline", "run it again without --offline"));
        fetching = Fetching.RELEASES;
        assertThat(finding(KERNEL))
                .isEqualTo(missing(
                        KERNEL,
                        "the package kernel-cloud is not unpacked, as was asked",
                        "run it again without --no-packages"));
    }

    @Test
    void aFileThatNobodyCanVerifyOrThatWouldLieElsewhereIsNoOffer() throws Exception {
        Path uri = folder.resolve("kernel-image-1.uri");
        String line = Files.readString(uri);

        Files.writeString(uri, line.replaceFirst("SHA256:.*", "MD5Sum:d41d8cd98f00b204e9800998ecf8427e"));
        assertThat(finding(KERNEL)).isInstanceOf(Finding.Missing.class);
        Files.writeString(uri, line.replace("' kernel", "' ../kernel"));
        assertThat(finding(KERNEL)).isInstanceOf(Finding.Missing.class);
        Files.writeString(uri, line);
        assertThat(finding(KERNEL)).isInstanceOf(Finding.Unpackable.class);
    }
}
