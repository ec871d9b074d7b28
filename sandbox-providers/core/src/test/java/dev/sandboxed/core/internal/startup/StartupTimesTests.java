package dev.sandboxed.core.internal.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupTimesTests {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    @TempDir
    Path folder;

    private String user = "";

    @BeforeEach
    void askWhoWeAre() throws IOException {
        user = Files.getOwner(folder).getName();
    }

    @Test
    void whatWasMeasuredIsKnownInTheNextRun() {
        times().took("docker", Duration.ofMillis(200));

        assertThat(times().of("docker")).contains(Duration.ofMillis(200));
        assertThat(times().of("runc")).isEmpty();
    }

    @Test
    void theNewestCountsMostAndOneOutlierDoesNotDecide() {
        StartupTimes times = times();
        times.took("docker", Duration.ofMillis(100));
        times.took("docker", Duration.ofMillis(200));
        assertThat(times.of("docker")).contains(Duration.ofMillis(130));

        for (int i = 0; i < 20; i++) {
            times.took("docker", Duration.ofMillis(200));
        }
        assertThat(times.of("docker").orElseThrow()).isBetween(Duration.ofMillis(199), Duration.ofMillis(200));
    }

    @Test
    void smallChangesAreWrittenWhenItIsClosed() {
        StartupTimes times = times();
        times.took("docker", Duration.ofMillis(100));
        times.took("docker", Duration.ofMillis(400));
        assertThat(times().of("docker")).contains(Duration.ofMillis(100));

        times.close();

        assertThat(times().of("docker")).contains(Duration.ofMillis(190));
    }

    @Test
    void whatHasBecomeTwiceOrHalfIsWrittenAtOnce() {
        StartupTimes times = times();
        times.took("docker", Duration.ofMillis(100));
        times.took("docker", Duration.ofMillis(1100));
        assertThat(times().of("docker")).contains(Duration.ofMillis(400));

        times.took("docker", Duration.ZERO);
        times.took("docker", Duration.ZERO);
        assertThat(times().of("docker")).contains(Duration.ofMillis(196));
    }

    @Test
    void aFileThatIsDamagedIsMeasuredAnew() throws IOException {
        times().took("docker", Duration.ofMillis(100));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.writeString(file, "docker=soon\n\\u00");
            }
        }

        StartupTimes times = times();
        assertThat(times.of("docker")).isEmpty();
        times.took("docker", Duration.ofMillis(50));
        assertThat(times().of("docker")).contains(Duration.ofMillis(50));
    }

    @Test
    void aFolderOfSomebodyElseIsNeitherReadNorWritten() throws IOException {
        times().took("docker", Duration.ofMillis(100));
        StartupTimes ofAnother = begun(StartupFile.in(folder, user + "-not"));

        assertThat(ofAnother.of("docker")).isEmpty();
        ofAnother.took("runc", Duration.ofMillis(1));
        assertThat(times().of("runc")).isEmpty();
    }

    @Test
    void aFolderThatDoesNotExistIsMadeForThisUserAlone() throws IOException {
        Path absent = folder.resolve("above/absent");
        begun(StartupFile.in(absent, user)).took("docker", Duration.ofMillis(1));

        assertThat(new StartupTimes(StartupFile.in(absent, user)).of("docker")).contains(Duration.ofMillis(1));
        assertThat(Files.getPosixFilePermissions(absent)).containsExactlyInAnyOrderElementsOf(OWNER_ONLY);
    }

    @Test
    void whatNobodyMeasuredMakesNoFolder() {
        Path absent = folder.resolve("absent");
        try (StartupTimes times = new StartupTimes(StartupFile.in(absent, user))) {
            assertThat(times.of("docker")).isEmpty();
        }

        assertThat(absent).doesNotExist();
    }

    @Test
    void theFirstCreationOfAJvmWasTakenForTheUsualOne() {
        StartupTimes times = new StartupTimes(StartupFile.in(folder, user));
        times.took("subprocess", Duration.ofMillis(340));
        assertThat(times.of("subprocess")).isEmpty();

        times.took("subprocess", Duration.ofMillis(5));
        assertThat(times.of("subprocess")).contains(Duration.ofMillis(5));
    }

    private StartupTimes times() {
        return begun(StartupFile.in(folder, user));
    }

    /** Returns one in which every provider has created a sandbox before. */
    private static StartupTimes begun(StartupFile file) {
        StartupTimes times = new StartupTimes(file);
        times.took("docker", Duration.ofDays(1));
        times.took("runc", Duration.ofDays(1));
        return times;
    }
}
