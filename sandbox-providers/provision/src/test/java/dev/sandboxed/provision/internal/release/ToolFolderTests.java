package dev.sandboxed.provision.internal.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ToolFolderTests {

    private static final String CONTENT = "#!/bin/sh\necho example 1.2\n";
    private static final int FIRST_PART = 10;

    @TempDir
    Path folder;

    private final MockWebServer site = new MockWebServer();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        site.start();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private ToolFolder tools() {
        Path tools = folder.resolve("tools");
        ProvisionListener listener = new ProvisionListener() {
            @Override
            public void fetched(String name, long bytes, OptionalLong total) {
                told.add(name + " " + bytes + " of " + total.orElse(-1));
            }
        };
        return new ToolFolder(
                new ProvisionSettings(tools, Map.of(), Map.of(), "amd64", false, Fetching.EVERYTHING), listener);
    }

    private Fetchable example(String content) throws Exception {
        return version("1.2", site.url("/release/example").uri(), content);
    }

    private static Fetchable version(String version, URI from, String content) throws Exception {
        return new Fetchable(
                Program.of("example", "everything"), version, from, Checksum.sha512(sha512(content)), Optional.empty());
    }

    private static String sha512(String content) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-512").digest(content.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }

    private static MockResponse answer(String content) {
        return new MockResponse.Builder().body(content).build();
    }

    private Path program() {
        return folder.resolve("tools/bin/example");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aProgramIsPutWhereProvidersFindIt() throws Exception {
        site.enqueue(answer(CONTENT));

        tools().install(example(CONTENT));

        assertThat(program()).isExecutable().content().isEqualTo(CONTENT);
        assertThat(Files.readSymbolicLink(program())).isEqualTo(Path.of("../example/1.2/example"));
        assertThat(told).contains("example " + CONTENT.length() + " of " + CONTENT.length());
    }

    @Test
    void theSecondTimeNothingIsFetched() throws Exception {
        site.enqueue(answer(CONTENT));
        tools().install(example(CONTENT));

        tools().install(example(CONTENT));

        assertThat(site.getRequestCount()).isEqualTo(1);
    }

    @Test
    void whatIsNotWhatItShouldBeIsDeletedAndToldWhole() throws Exception {
        site.enqueue(answer("something else"));
        Fetchable wanted = example(CONTENT);

        assertThatThrownBy(() -> tools().install(wanted))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("What came from " + wanted.from() + " is not what it should be: its SHA-512 is "
                        + sha512("something else") + ", and " + sha512(CONTENT) + " was expected. It is deleted\n"
                        + "  remedy: find out who changed it; if it is meant, name the file with"
                        + " sandbox.provision.example.url and .sha512");
        assertThat(files()).containsExactly("tools/example/1.2/.lock");
    }

    @Test
    void anotherVersionThatCannotBeHadLeavesTheOneThatIsThere() throws Exception {
        site.enqueue(answer(CONTENT));
        tools().install(example(CONTENT));
        site.enqueue(answer("something else"));
        Fetchable newer = version("2.0", example("").from(), "newer");

        assertThatThrownBy(() -> tools().install(newer)).isInstanceOf(ProvisionException.class);
        assertThat(program()).content().isEqualTo(CONTENT);
    }

    @Test
    void aDownloadThatWasInterruptedGoesOnWhereItWas() throws Exception {
        site.enqueue(new MockResponse.Builder()
                .body(CONTENT.substring(0, FIRST_PART))
                .setHeader("Content-Length", CONTENT.length())
                .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                .build());
        Fetchable wanted = example(CONTENT);
        assertThatThrownBy(() -> tools().install(wanted))
                .isInstanceOf(ProvisionException.class)
                .hasMessageStartingWith("Cannot fetch example from " + wanted.from() + ": ")
                .hasMessageContaining("run it again, and it goes on where it was");
        assertThat(program()).doesNotExist();
        site.enqueue(new MockResponse.Builder()
                .code(206)
                .body(CONTENT.substring(FIRST_PART))
                .build());

        tools().install(wanted);

        site.takeRequest();
        RecordedRequest second = site.takeRequest();
        assertThat(second.getHeaders().get("Range")).isEqualTo("bytes=" + FIRST_PART + "-");
        assertThat(program()).content().isEqualTo(CONTENT);
    }

    @Test
    void aSiteThatCannotGoOnBeginsAnew() throws Exception {
        Path home = Files.createDirectories(folder.resolve("tools/example/1.2"));
        Files.writeString(home.resolve(".part"), "left by somebody else, and longer than all that comes");
        site.enqueue(answer(CONTENT));

        tools().install(example(CONTENT));

        assertThat(program()).content().isEqualTo(CONTENT);
    }

    @Test
    void whatHadArrivedWholeBeforeIsNotFetchedAgain() throws Exception {
        Path home = Files.createDirectories(folder.resolve("tools/example/1.2"));
        Files.writeString(home.resolve(".part"), CONTENT);
        site.enqueue(new MockResponse.Builder().code(416).build());

        tools().install(example(CONTENT));

        assertThat(program()).content().isEqualTo(CONTENT);
    }

    @Test
    void aFileThatIsNotThereIsNamedWithItsMirror() throws Exception {
        site.enqueue(new MockResponse.Builder().code(404).build());
        Fetchable wanted = example(CONTENT);

        assertThatThrownBy(() -> tools().install(wanted))
                .isInstanceOf(ProvisionException.class)
                .hasMessageStartingWith("Cannot fetch example from " + wanted.from() + ": the answer was 404")
                .hasMessageContaining("sandbox.provision.example.mirror");
    }

    @Test
    void aSiteThatDoesNotAnswerIsNamed() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:" + site.getPort() + "/release/example");
        site.close();

        assertCannotBeFetched(nobody, "Failed to connect to /127.0.0.1:" + nobody.getPort());
    }

    @Test
    void withoutANetworkItIsAskedWhetherThereIsOne() throws Exception {
        assertCannotBeFetched(
                URI.create("http://files.invalid/example"),
                "nobody here knows where 'files.invalid' is; is there a network?");
    }

    private void assertCannotBeFetched(URI from, String why) throws Exception {
        Fetchable wanted = version("1.2", from, CONTENT);
        assertThatThrownBy(() -> tools().install(wanted))
                .isInstanceOf(ProvisionException.class)
                .hasMessage(
                        "Cannot fetch example from " + from + ": " + why + "\n  remedy: run it again, and it goes on"
                                + " where it was; or name another site that has the file with"
                                + " sandbox.provision.example.mirror");
        assertThat(files()).containsExactly("tools/example/1.2/.lock");
    }

    @Test
    void aFullDiskIsSaidKeepsWhatIsThereAndIsNoMatterOnceThereIsRoom() throws Exception {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tools.toString()), "only root may mount");
        try {
            site.enqueue(answer(CONTENT));
            tools().install(example(CONTENT));
            String large = "x".repeat(200_000);
            Fetchable newer = version("2.0", example("").from(), large);
            site.enqueue(answer(large));

            assertThatThrownBy(() -> tools().install(newer))
                    .isInstanceOf(ProvisionException.class)
                    .hasMessage("Cannot put example into " + tools.resolve("example/2.0")
                            + ": java.io.IOException: No space left on device\n  remedy: make room and see that the"
                            + " folder can be written, or choose another one with sandbox.toolsDir");

            assertThat(program()).content().isEqualTo(CONTENT);
            assertThat(files())
                    .containsExactly(
                            "tools/bin/example",
                            "tools/example/1.2/.lock",
                            "tools/example/1.2/example",
                            "tools/example/2.0/.lock");
            assertThat(run("mount", "-o", "remount,size=1m", tools.toString())).isTrue();
            site.enqueue(answer(large));
            tools().install(newer);
            assertThat(program()).content().isEqualTo(large);
        } finally {
            assertThat(run("umount", tools.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Files.writeString(folder.resolve("tools"), "a file");

        assertThatThrownBy(() -> tools().install(example(CONTENT)))
                .isInstanceOf(ProvisionException.class)
                .hasMessageContaining("tools/example/1.2")
                .hasMessageContaining("sandbox.toolsDir");
    }
}
