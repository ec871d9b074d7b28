package dev.sandboxed.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans, with stand-ins for the programs that install packages. */
@EnabledOnOs(OS.LINUX)
class ProvisionerTests {

    private static final String SHA512 = "0123456789abcdef".repeat(8);
    private static final String NAME = "sandboxed-example";
    private static final String BY_HAND = "install " + NAME + " by hand, and put it in the path";
    private static final Source.Packages PACKAGE =
            new Source.Packages(Map.of(PackageManager.APT, List.of("example-package")));
    private static final Source.Release RELEASE = new Source.Release(
            "1.2",
            URI.create("https://files.example/all/"),
            Map.of(Architecture.X86_64, new Published("1.2/x86_64/" + NAME, SHA512)));

    @TempDir
    Path folder;

    private final Map<String, String> settings = new HashMap<>();
    private boolean root = true;
    private Fetching fetching = Fetching.EVERYTHING;

    @BeforeEach
    void installApt() throws IOException {
        Files.writeString(folder.resolve("lists"), "deb_Packages\n");
        program("apt-get", """
                echo "$*" >>%1$s/calls
                case "$*" in
                    indextargets*) cat %1$s/lists ;;
                    update) echo deb_Packages >%1$s/lists ;;
                    *unknown*) echo "E: Unable to locate package" >&2; exit 100 ;;
                    *--print-uris*) echo "'http://packages.example/pool/e.deb' e.deb 1500000 SHA256:0"; echo "'http://packages.example/pool/l.deb' l.deb 500000 SHA256:1" ;;
                    *install*) printf '#!/bin/sh\\necho 1.5\\n' >%1$s/bin/sandboxed-example; chmod +x %1$s/bin/sandboxed-example ;;
                esac""".formatted(folder));
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Provisioner provisioner() {
        return new Provisioner(new ProvisionSettings(
                folder.resolve("tools"),
                Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"),
                settings,
                "amd64",
                root,
                fetching));
    }

    private static SandboxProvider unavailable(Requirement... requirements) {
        return MockSandboxProvider.builder()
                .capabilities(needing(requirements))
                .unavailable("it is not there", "install it")
                .build();
    }

    private static Capabilities needing(Requirement... requirements) {
        return new Capabilities(Isolation.PROCESS, Set.of(), List.of(requirements), Duration.ZERO);
    }

    private Finding only(Program program) {
        return provisioner()
                .plan(List.of(unavailable(program)))
                .findings()
                .get("mock")
                .get(0);
    }

    /**
     * A host, and what is found there for a program that is absent.
     *
     * @param sources where the program can come from
     * @param finding what is made of the program
     */
    private record Case(
            String title,
            boolean root,
            Fetching fetching,
            Map<String, String> settings,
            List<Source> sources,
            Function<Program, Finding> finding) {

        @Override
        public String toString() {
            return title;
        }
    }

    private static Stream<Case> cases() {
        Source unknown = new Source.Packages(Map.of(PackageManager.APT, List.of("unknown-package")));
        Source elsewhere = new Source.Release(
                "1.2", RELEASE.site(), Map.of(Architecture.AARCH64, new Published("1.2/aarch64/x", SHA512)));
        String other = "f".repeat(128);
        return Stream.of(
                new Case(
                        "packages come first for root",
                        true,
                        Fetching.EVERYTHING,
                        Map.of(),
                        List.of(PACKAGE, RELEASE),
                        program -> new Finding.Installable(program, PackageManager.APT, List.of("example-package"))),
                new Case(
                        "who is not root fetches the release",
                        false,
                        Fetching.EVERYTHING,
                        Map.of(),
                        List.of(PACKAGE, RELEASE),
                        program -> fetched(program, "1.2", "https://files.example/all/1.2/x86_64/" + NAME, SHA512)),
                new Case(
                        "another file can be named with its checksum",
                        true,
                        Fetching.EVERYTHING,
                        Map.of(NAME + ".url", "http://127.0.0.1:8000/mine", NAME + ".sha512", other),
                        List.of(PACKAGE),
                        program -> fetched(program, "of-ffffffffffff", "http://127.0.0.1:8000/mine", other)),
                new Case(
                        "a package that is not known is said",
                        true,
                        Fetching.EVERYTHING,
                        Map.of(),
                        List.of(unknown),
                        program -> missing(program, "apt does not know the package unknown-package", BY_HAND)),
                new Case(
                        "nothing is published for other processors",
                        true,
                        Fetching.EVERYTHING,
                        Map.of(),
                        List.of(elsewhere),
                        program -> missing(program, "its makers publish nothing for amd64", BY_HAND)),
                new Case(
                        "root that wants no packages fetches the release",
                        true,
                        Fetching.RELEASES,
                        Map.of(),
                        List.of(PACKAGE, RELEASE),
                        program -> fetched(program, "1.2", "https://files.example/all/1.2/x86_64/" + NAME, SHA512)),
                new Case(
                        "what exists only as a package is said to root that wants none",
                        true,
                        Fetching.RELEASES,
                        Map.of(),
                        List.of(PACKAGE),
                        program -> missing(
                                program,
                                "the package example-package is not installed, as was asked",
                                "apt-get install -y --no-install-recommends example-package")),
                new Case(
                        "offline nothing is fetched",
                        true,
                        Fetching.NOTHING,
                        Map.of(),
                        List.of(PACKAGE, RELEASE),
                        program -> missing(
                                program,
                                "the package example-package is not fetched offline; release 1.2 is not fetched offline",
                                "apt-get install -y --no-install-recommends example-package")));
    }

    private static Finding fetched(Program program, String version, String from, String sha512) {
        return new Finding.Fetchable(program, version, URI.create(from), Checksum.sha512(sha512), Optional.empty());
    }

    private static Finding missing(Program program, String reason, String remedy) {
        return new Finding.Missing(program, NAME + " is not in the path; " + reason, remedy);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsAbsentIsFoundWhereItCanComeFrom(Case host) {
        root = host.root();
        fetching = host.fetching();
        settings.putAll(host.settings());
        Program wanted = Program.of(NAME, "everything", host.sources().toArray(Source[]::new));

        assertThat(only(wanted)).isEqualTo(host.finding().apply(wanted));
    }

    @Test
    void whereNobodyHasAskedYetWhatThereIsEveryPackageMayBeThere() throws Exception {
        Files.writeString(folder.resolve("lists"), "");
        Program wanted = Program.of(
                NAME, "everything", new Source.Packages(Map.of(PackageManager.APT, List.of("unknown-package"))));
        AtomicInteger asked = new AtomicInteger();
        SandboxProvider provider = new ForwardingSandboxProvider(unavailable(wanted)) {
            @Override
            public ProviderStatus status() {
                asked.incrementAndGet();
                return super.status();
            }
        };
        Provisioner provisioner = provisioner();

        Plan plan = provisioner.plan(List.of(provider));

        assertThat(plan.packages()).containsExactly("unknown-package");
        assertThat(provisioner.sizeOfPackages(plan)).isEmpty();
        Plan prepared = provisioner.prepare(plan);
        assertThat(prepared.packages()).isEmpty();
        assertThat(prepared.missing()).containsExactly((Finding.Missing)
                missing(wanted, "apt does not know the package unknown-package", BY_HAND));
        assertThat(asked).hasValue(1);
    }

    @Test
    void whereItIsKnownWhatThereIsNothingIsPrepared() throws Exception {
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(List.of(unavailable(Program.of(NAME, "everything", PACKAGE))));

        assertThat(provisioner.prepare(plan)).isSameAs(plan);
        assertThat(Files.readAllLines(folder.resolve("calls"))).doesNotContain("update");
    }

    @Test
    void aProgramThatIsThereNeedsNothing() throws IOException {
        program(NAME, "echo example 1.4");
        Program wanted = Program.of(NAME, "everything", PACKAGE).atLeast("1.3");

        assertThat(only(wanted)).isEqualTo(new Finding.Present(wanted, folder.resolve("bin/" + NAME), "1.4"));
    }

    @Test
    void anotherProgramThatDoesAsWellIsFound() throws IOException {
        program("sandboxed-other", "");
        Program wanted = Program.of(NAME, "everything", PACKAGE).or(List.of("sandboxed-other"));

        assertThat(only(wanted)).isEqualTo(new Finding.Present(wanted, folder.resolve("bin/sandboxed-other"), ""));
    }

    @Test
    void whatTakesRootIsSaidWithItsCommandAndTheRestIsDone() {
        root = false;
        Program packaged = Program.of(NAME, "everything", PACKAGE);
        Program published = Program.of("sandboxed-second", "more", RELEASE);

        Plan plan = provisioner().plan(List.of(unavailable(packaged, published)));

        assertThat(plan.missing())
                .containsExactly(new Finding.Missing(
                        packaged,
                        NAME + " is not in the path; installing the package example-package takes root",
                        "sudo apt-get install -y --no-install-recommends example-package"));
        assertThat(plan.fetches()).extracting(Finding::program).containsExactly(published);
    }

    @Test
    void aMirrorIsTakenBeforePackagesAndBeforeWhatIsThere() throws IOException {
        program(NAME, "echo example 1.4");
        settings.put(NAME + ".mirror", "http://127.0.0.1:8000/copies");
        Program wanted = Program.of(NAME, "everything", PACKAGE, RELEASE);

        assertThat(only(wanted))
                .isEqualTo(fetched(wanted, "1.2", "http://127.0.0.1:8000/copies/1.2/x86_64/" + NAME, SHA512));
    }

    @Test
    void anotherFileWithoutItsChecksumIsRefused() {
        settings.put(NAME + ".url", "http://127.0.0.1:8000/mine");

        assertThatThrownBy(() -> only(Program.of(NAME, "everything", PACKAGE)))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("The file that 'sandbox.provision." + NAME + ".url' names needs a checksum in"
                        + " 'sandbox.provision." + NAME + ".sha512': A SHA-512 checksum is 128 hexadecimal digits in"
                        + " lower case; this is ''\n"
                        + "  remedy: set it to what sha512sum prints for the file");
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        settings.put(NAME + ".mirror", "files.example");

        assertThatThrownBy(() -> only(Program.of(NAME, "everything", RELEASE)))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("'sandbox.provision." + NAME + ".mirror' is 'files.example/', which is no address\n"
                        + "  remedy: give one that begins with http:// or https://");
    }

    @Test
    void aProviderThatWorksNeedsNothingButWhatMakesItBetter() {
        Program required = Program.of(NAME, "everything", PACKAGE);
        Program more = Program.of("sandboxed-second", "the network", RELEASE).orWithout();
        SandboxProvider working = MockSandboxProvider.builder()
                .capabilities(needing(required, more))
                .build();

        Plan plan = provisioner().plan(List.of(working));

        assertThat(plan.packages()).isEmpty();
        assertThat(plan.fetches()).extracting(Finding::program).containsExactly(more);
    }

    @Test
    void packagesAreInstalledTogetherAfterAskingWhatThereIs() throws Exception {
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(List.of(unavailable(Program.of(NAME, "everything", PACKAGE))));

        assertThat(provisioner.sizeOfPackages(plan)).hasValue(2_000_000);
        assertThat(provisioner.carryOut(plan, ProvisionListener.SILENT)).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .endsWith("update", "install -y --no-install-recommends example-package");
    }

    @Test
    void aPackageThatIsTooOldIsToldAfterwards() throws Exception {
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(
                List.of(unavailable(Program.of(NAME, "everything", PACKAGE).atLeast("1.6"))));

        assertThat(provisioner.carryOut(plan, ProvisionListener.SILENT))
                .singleElement()
                .extracting(Throwable::getMessage)
                .isEqualTo("What was installed for '" + NAME + "' will not do: '" + folder.resolve("bin/" + NAME)
                        + "' is of version 1.5, and at least 1.6 is needed\n  remedy: install " + NAME
                        + " by hand, and put it in the path");
    }

    @Test
    void whatTheInstallerSaidIsToldWhenItFails() throws Exception {
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(List.of(unavailable(Program.of(NAME, "everything", PACKAGE))));
        program("apt-get", "echo 'E: no space left' >&2; exit 100");

        assertThat(provisioner.carryOut(plan, ProvisionListener.SILENT))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("apt-get could not find out which packages there are: exited with code 100")
                .contains("    E: no space left", "remedy: see what it says, and try by hand: apt-get update");
    }
}
