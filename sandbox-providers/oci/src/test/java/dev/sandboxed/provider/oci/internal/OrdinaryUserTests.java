package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.conformance.Conformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What root's tests examine is examined once more by a user without any right, where that makes a difference. */
@NeedsRuntime(Kind.GVISOR)
@Timeout(300)
class OrdinaryUserTests {

    private static final int NOBODY = 65534;
    private static final String CLAUSES = "LIFE-1*,LIFE-2,LIFE-6,FILE-1,ISO-*,SNAP-1,PAUSE-*,HEALTH-1,REAP-1";

    @TempDir
    Path home;

    @BeforeEach
    void giveThemAHome() throws IOException {
        Files.createDirectory(home.resolve("tmp"));
        for (Path path : List.of(home, home.resolve("tmp"))) {
            Files.setAttribute(path, "unix:uid", NOBODY);
        }
    }

    @Test
    void gvisorKeepsTheContractWithoutRootAndClaimsNoLimitsThen() throws Exception {
        Process examination = asNobody(Program.class, CLAUSES);
        String verdict = new String(examination.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(examination.waitFor()).as(verdict).isZero();
        assertThat(verdict)
                .contains("failed: []", "PAUSE", "SNAPSHOT")
                .doesNotContain("LIMIT_MEMORY", "LIMIT_CPU", "LIMIT_PIDS", "USAGE", "USER,", "IMAGE");
    }

    private Process asNobody(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "env",
                "--chdir=" + home,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + home.resolve("tmp"),
                "-Duser.home=" + home,
                "-cp",
                readableClassPath(),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** They may not read what lies in root's home. */
    private String readableClassPath() throws IOException {
        String given = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path copies = Files.createDirectory(home.resolve("classes"));
        List<String> readable = new ArrayList<>();
        for (String entry : given.split(File.pathSeparator)) {
            Path source = Path.of(entry);
            Path target = copies.resolve(readable.size() + "-" + source.getFileName());
            try (Stream<Path> all = Files.exists(source) ? Files.walk(source) : Stream.empty()) {
                for (Path path : all.toList()) {
                    Files.copy(path, target.resolve(source.relativize(path).toString()));
                }
            }
            readable.add(target.toString());
        }
        return String.join(File.pathSeparator, readable);
    }

    /** Examines gVisor as whoever runs it. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            warmUp();
            List<String> failed = new ArrayList<>();
            Certificate certificate = Conformance.examine(
                    new GvisorProviderFactory(),
                    ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withClauses(arguments[0]),
                    result -> {
                        if (result.outcome() == Outcome.FAILED) {
                            failed.add(result.toString());
                        }
                    });
            System.out.println("failed: " + failed + " of " + certificate.counts() + ", claimed: "
                    + certificate.capabilityNames() + ", remarks: " + certificate.remarks());
            System.exit(failed.isEmpty() ? 0 : 1);
        }

        /** On a busy machine the first look of a fresh JVM takes longer than a status may, for which there is a clause. */
        private static void warmUp() {
            try (OciProvider provider = new OciProvider(Kind.GVISOR, ProviderContext.in(Path.of("warm-up")))) {
                int looks = 0;
                while (looks < 5 && !(provider.status() instanceof ProviderStatus.Available)) {
                    looks++;
                }
            }
        }
    }
}
