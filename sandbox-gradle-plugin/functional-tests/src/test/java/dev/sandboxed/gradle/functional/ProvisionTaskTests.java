package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The runsc of this host comes once more, from a server on loopback. */
@ExtendWith(Builds.class)
class ProvisionTaskTests {

    private static final Path RUNSC = Path.of("/usr/bin/runsc");

    private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(
                Files.isExecutable(RUNSC), RUNSC + " is not here to be served; ./sandboxed test installs it");
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aRuntimeIsFetchedFromAServerAndTheSecondTimeThereIsNothingToDo(Build build) throws Exception {
        byte[] program = serve();
        String sha512 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(program));
        build.script(script(sha512));

        assertThat(build.run("sandboxProvision", "--configuration-cache"))
                .succeeded()
                .printed("runsc        release")
                .printed("gvisor: works\n");
        assertThat(build.folder().resolve("tools/bin/runsc"))
                .hasBinaryContent(program)
                .isExecutable();
        assertThat(build.run("sandboxProvision", "--configuration-cache"))
                .succeeded()
                .printed("nothing to do\n");
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void aFileWithAnotherChecksumIsRefusedAndNothingOfItIsLeft(Build build) throws Exception {
        byte[] program = serve();
        build.script(script("0".repeat(128)));

        assertThat(build.run("sandboxProvision"))
                .failedBecause("""
                        gvisor could not be provisioned: sandboxed: What came from %s is not what it should be: its SHA-512 is %s, and %s was expected. It is deleted
                        remedy: find out who changed it; if it is meant, name the file with sandbox.provision.runsc.url and .sha512\
                        """.formatted(server.url("/runsc"), sha512(program), "0".repeat(128)));
        assertThat(build.folder().resolve("tools/bin/runsc")).doesNotExist();
    }

    @Test
    void nothingIsFetchedOffline(Build build) throws Exception {
        serve();
        build.script(script("0".repeat(128)));

        assertThat(build.run("sandboxProvision", "--offline")).succeeded().printed("runsc        is there: " + RUNSC);
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void aPlanIsShownAndNothingIsChanged(Build build) throws Exception {
        serve();
        build.script(script("0".repeat(128)));

        assertThat(build.run("sandboxProvision", "--provider", "gvisor", "--plan"))
                .succeeded()
                .printed("to fetch: " + server.url("/runsc"));
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void withoutPackagesTheProgramIsOfTheBuildAndComesFromItsCache(Build build) throws Exception {
        byte[] program = serve();
        build.script(Build.JAVA, withoutPackages(program))
                .test("System.out.println(\"found in \" + System.getProperty(\"sandbox.toolsDir\"));");
        Path tools = build.folder().resolve("build/sandboxed/gvisor");

        assertThat(build.run("test", "--build-cache", "--configuration-cache"))
                .succeeded()
                .printed("found in " + tools);
        assertThat(build.run("clean")).succeeded();
        assertThat(build.run("test", "--build-cache")).succeeded().printed(" from cache\n");
        assertThat(tools.resolve("bin/runsc")).hasBinaryContent(program).isExecutable();
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void withoutPackagesNothingIsKeptOfARunThatFetchedNothing(Build build) throws Exception {
        byte[] program = serve();
        build.script(Build.JAVA, withoutPackages(program));
        Path programs = build.folder().resolve("build/sandboxed/gvisor/bin");

        assertThat(build.run("sandboxProvision", "--offline", "--build-cache"))
                .failedBecause("gvisor has no program in " + programs + ", although it works here: "
                        + "nothing is fetched offline; run it once without --offline");
        assertThat(build.run("sandboxProvision", "--build-cache")).succeeded();
        assertThat(programs.resolve("runsc")).hasBinaryContent(program);
    }

    @Test
    void whatComesAsPackagesOnlyCannotBeHadWithoutPackages(Build build) {
        build.script(Build.JAVA, "sandboxed { runtimes { bubblewrap { packages = false } } }");

        assertThat(build.run("sandboxProvision"))
                .failedBecause("bubblewrap has no program in "
                        + build.folder().resolve("build/sandboxed/bubblewrap/bin")
                        + ", although it works here: its programs come as packages only; leave out packages = false");
    }

    @Test
    void testsRunAfterWhatIsProvisionedInTheSameBuild(Build build) {
        build.script(Build.JAVA, "sandboxed { runtimes { gvisor { } } }").test("");

        assertThat(build.run("test", "sandboxProvision", "--dry-run").output().lines())
                .containsSubsequence(":sandboxProvisionGvisor SKIPPED", ":sandboxProvision SKIPPED", ":test SKIPPED");
    }

    private static String sha512(byte[] program) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(program));
    }

    private byte[] serve() throws IOException {
        byte[] program = Files.readAllBytes(RUNSC);
        server.enqueue(
                new MockResponse.Builder().body(new Buffer().write(program)).build());
        return program;
    }

    private String withoutPackages(byte[] program) throws NoSuchAlgorithmException {
        return """
                sandboxed {
                    provider = 'subprocess'
                    runtimes { gvisor { packages = false } }
                    settings.putAll([
                        'sandbox.provision.runsc.url': '%s',
                        'sandbox.provision.runsc.sha512': '%s'])
                }
                """.formatted(server.url("/runsc"), sha512(program));
    }

    private String script(String sha512) {
        return """
                plugins { id 'dev.sandboxed' version '%%1$s' }
                sandboxed {
                    runtimes { gvisor { } }
                    settings.putAll([
                        'sandbox.toolsDir': file('tools').path,
                        'sandbox.provision.runsc.url': '%s',
                        'sandbox.provision.runsc.sha512': '%s'])
                }
                """.formatted(server.url("/runsc"), sha512);
    }
}
