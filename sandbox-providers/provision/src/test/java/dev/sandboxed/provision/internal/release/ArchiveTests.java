package dev.sandboxed.provision.internal.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okio.Buffer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose makers publish them in archives, from a mirror on this host. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ArchiveTests {

    private static final String NAME = "sandboxed-example";
    private static final String MEMBER = "release-1.2/" + NAME + "-1.2";
    private static final String CONTENT = "#!/bin/sh\necho example 1.2\n";

    @TempDir
    Path folder;

    private final MockWebServer site = new MockWebServer();
    private final Map<String, String> settings = new HashMap<>();

    @BeforeEach
    void open() throws IOException {
        site.start();
        settings.put(NAME + ".mirror", site.url("/copies").toString());
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** Makes an archive with a text, the program and a link. */
    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            add(tar, new TarArchiveEntry("release-1.2/"), "");
            add(tar, new TarArchiveEntry("release-1.2/README"), "read me");
            add(tar, new TarArchiveEntry(MEMBER), CONTENT);
            TarArchiveEntry link = new TarArchiveEntry("release-1.2/latest", TarConstants.LF_SYMLINK);
            link.setLinkName("/bin/sh");
            add(tar, link, "");
        }
        return bytes.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        entry.setSize(bytes.length);
        // The same bytes whenever it is made.
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static Checksum sha256(byte[] content) throws Exception {
        return Checksum.sha256(
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    }

    private void serve(byte[] content) {
        site.enqueue(
                new MockResponse.Builder().body(new Buffer().write(content)).build());
    }

    private Program program(Checksum checksum, String member) {
        return Program.of(
                NAME,
                "everything",
                new Source.Release(
                        "1.2",
                        URI.create("https://files.example/all/"),
                        Map.of(Architecture.X86_64, Published.archive("v1.2/example.tgz", checksum, member))));
    }

    private Provisioner provisioner() {
        return new Provisioner(new ProvisionSettings(
                folder.resolve("tools"), Map.of("PATH", "/usr/bin"), settings, "amd64", false, Fetching.EVERYTHING));
    }

    private static SandboxProvider needing(Program program) {
        return MockSandboxProvider.builder()
                .capabilities(new Capabilities(Isolation.PROCESS, Set.of(), List.of(program), Duration.ZERO))
                .unavailable("it is not there", "install it")
                .build();
    }

    private List<SandboxException> get(Program program) throws InterruptedException {
        Provisioner provisioner = provisioner();
        return provisioner.carryOut(provisioner.plan(List.of(needing(program))), ProvisionListener.SILENT);
    }

    private Path installed() {
        return folder.resolve("tools/bin").resolve(NAME);
    }

    private List<String> kept() throws IOException {
        Path home = folder.resolve("tools").resolve(NAME).resolve("1.2");
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> home.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theProgramIsTakenOutAndNothingElseIsKept() throws Exception {
        serve(archive());

        assertThat(get(program(sha256(archive()), MEMBER).atLeast("1.2"))).isEmpty();

        assertThat(installed()).isExecutable().content().isEqualTo(CONTENT);
        assertThat(kept()).containsExactly(".lock", ".origin", NAME);
        assertThat(site.takeRequest().getTarget()).isEqualTo("/copies/v1.2/example.tgz");
    }

    @Test
    void theSecondTimeNothingIsFetched() throws Exception {
        serve(archive());
        Program wanted = program(sha256(archive()), MEMBER);
        get(wanted);

        Plan second = provisioner().plan(List.of(needing(wanted)));

        assertThat(second.findings().get("mock")).containsExactly(new Finding.Present(wanted, installed(), "1.2"));
        new ToolFolder(
                        new ProvisionSettings(
                                folder.resolve("tools"), Map.of(), settings, "amd64", false, Fetching.EVERYTHING),
                        ProvisionListener.SILENT)
                .install(new Finding.Fetchable(
                        wanted, "1.2", site.url("/").uri(), sha256(archive()), Optional.of(MEMBER)));
        assertThat(site.getRequestCount()).isOne();
    }

    @Test
    void aProgramThatSomebodyChangedIsTakenOutAnew() throws Exception {
        serve(archive());
        serve(archive());
        Program wanted = program(sha256(archive()), MEMBER);
        get(wanted);
        Files.writeString(installed(), "changed");
        Files.delete(installed());

        assertThat(get(wanted)).isEmpty();

        assertThat(installed()).content().isEqualTo(CONTENT);
        assertThat(site.getRequestCount()).isEqualTo(2);
    }

    @Test
    void anArchiveThatIsNotWhatItShouldBeIsNotEvenOpened() throws Exception {
        serve(archive());
        Checksum other = Checksum.sha256("0".repeat(64));

        assertThat(get(program(other, MEMBER)))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("What came from " + site.url("/copies/v1.2/example.tgz")
                        + " is not what it should be: its SHA-256 is "
                        + sha256(archive()).digits() + ", and " + other.digits() + " was expected. It is deleted");
        assertThat(kept()).containsExactly(".lock");
        assertThat(installed()).doesNotExist();
    }

    @Test
    void anArchiveWithoutTheProgramIsToldWithWhatItHas() throws Exception {
        for (String absent : List.of("release-1.3/" + NAME, "release-1.2/latest")) {
            serve(archive());

            assertThat(get(program(sha256(archive()), absent)))
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("Cannot take '" + absent + "' out of what came from "
                            + site.url("/copies/v1.2/example.tgz") + ": it has release-1.2/README, " + MEMBER
                            + "\n  remedy: see that there is room; name what is in the archive with sandbox.provision."
                            + NAME + ".member");
            assertThat(kept()).containsExactly(".lock");
        }
    }

    @Test
    void whatIsNoArchiveIsToldAndNothingOfItIsLeft() throws Exception {
        byte[] text = CONTENT.getBytes(StandardCharsets.UTF_8);
        serve(text);

        assertThat(get(program(sha256(text), MEMBER)))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("Cannot take '" + MEMBER + "' out of what came from ")
                .contains("Not in GZIP format");
        assertThat(kept()).containsExactly(".lock");
    }

    @Test
    void anotherArchiveCanBeNamedWithItsChecksumAndWhatIsWantedOfIt() throws Exception {
        serve(archive());
        settings.put(NAME + ".url", site.url("/mine.tgz").toString());
        settings.put(NAME + ".sha256", sha256(archive()).digits());
        settings.put(NAME + ".member", MEMBER);

        assertThat(get(Program.of(NAME, "everything"))).isEmpty();

        assertThat(installed()).isExecutable().content().isEqualTo(CONTENT);
        assertThat(site.takeRequest().getTarget()).isEqualTo("/mine.tgz");
    }
}
