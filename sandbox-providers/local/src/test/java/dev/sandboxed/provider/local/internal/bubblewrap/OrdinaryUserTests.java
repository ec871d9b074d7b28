package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.conformance.Conformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the tests are run by root, the kit is run once more by a user without any right. */
@NeedsBubblewrap
class OrdinaryUserTests {

    private static final String NOBODY = "65534";

    @TempDir
    Path folder;

    @Test
    void theContractIsKeptForAUserWithoutAnyRight() throws Exception {
        assumeTrue(HostPlatform.isRoot(), "this is an ordinary user, so all other tests are the proof");
        String classPath = readableClassPath();
        Files.createDirectory(folder.resolve("tmp"));
        for (Path path : List.of(folder, folder.resolve("tmp"))) {
            Files.setAttribute(path, "unix:uid", Integer.parseInt(NOBODY));
        }
        List<String> asNobody = List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "env",
                "-C",
                folder.toString(),
                "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + folder.resolve("tmp") + " -Duser.home=" + folder);
        Process examination = ForkedJvm.start(asNobody, classPath, Program.class);
        String verdict = new String(examination.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(examination.waitFor()).as(verdict).isZero();
        assertThat(verdict).contains("failed 0").contains("LIMIT_FILES").doesNotContain("LIMIT_MEMORY");
        assertThat(verdict).as("what it says of programs").contains("usr=read-only: ");
    }

    /** Nobody may not read what lies in root's home, so all of it is copied. */
    private String readableClassPath() throws IOException {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        List<String> copies = new ArrayList<>();
        for (String entry : ForkedJvm.classPath().split(File.pathSeparator)) {
            Path source = Path.of(entry);
            if (Files.exists(source)) {
                Path copy = jars.resolve(copies.size() + "-" + source.getFileName());
                copy(source, copy);
                copies.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> all = Files.walk(source)) {
            for (Path path : all.toList()) {
                Files.copy(path, target.resolve(source.relativize(path).toString()));
            }
        }
    }

    /** Examines the provider as whoever runs it. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            List<String> failed = new ArrayList<>();
            Certificate certificate = Conformance.examine(
                    new BubblewrapProviderFactory(), ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF), result -> {
                        if (result.outcome() == Outcome.FAILED) {
                            failed.add(result.toString());
                        }
                    });
            System.out.println("failed " + certificate.counts().get(Outcome.FAILED) + " " + failed + " "
                    + certificate.capabilityNames() + " " + certificate.remarks() + " " + status());
            System.exit(failed.isEmpty() ? 0 : 1);
        }

        private static ProviderStatus status() {
            try (BubblewrapProvider provider = new BubblewrapProvider(ProviderContext.in(Path.of("state")))) {
                return provider.status();
            }
        }
    }
}
