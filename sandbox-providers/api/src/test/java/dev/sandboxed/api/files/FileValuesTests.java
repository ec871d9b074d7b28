package dev.sandboxed.api.files;

import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.internal.files.FileModes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileValuesTests {

    @Nested
    class FileModesAre {

        @Test
        void translatedBothWaysForEveryCombination() {
            for (int mode = 0; mode <= 0777; mode++) {
                assertThat(FileModes.toBits(FileModes.toPermissions(mode))).isEqualTo(mode);
            }
        }

        @ParameterizedTest
        @CsvSource({"0, ---------", "0755, rwxr-xr-x", "0641, rw-r----x", "0007, ------rwx"})
        void readAsOctal(String octal, String permissions) {
            assertThat(PosixFilePermissions.toString(FileModes.toPermissions(Integer.parseInt(octal, 8))))
                    .isEqualTo(permissions);
        }

        @Test
        void madeFromPermissions() {
            assertThat(FileModes.toBits(Set.of(OWNER_READ, OWNER_WRITE, GROUP_READ, OTHERS_EXECUTE)))
                    .isEqualTo(0641);
        }

        @Test
        void withoutTheBitsThatJavaDoesNotKnow() {
            assertThat(FileModes.toPermissions(07755)).isEqualTo(FileModes.toPermissions(0755));
        }
    }

    @Nested
    class WriteOptionsAre {

        @Test
        void aboutContentAloneByDefault() {
            assertThat(WriteOptions.DEFAULT).isEqualTo(new WriteOptions(null, false));
            assertThat(WriteOptions.DEFAULT.modeOr(0755)).isEqualTo(0755);
            assertThat(WriteOptions.DEFAULT.withMode(0600).modeOr(0755)).isEqualTo(0600);
        }

        @Test
        void changedOneAtATime() {
            assertThat(WriteOptions.DEFAULT.withMode(0600).atomically()).isEqualTo(new WriteOptions(0600, true));
            assertThat(WriteOptions.DEFAULT.atomically().withMode(07777)).isEqualTo(new WriteOptions(07777, true));
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 010000})
        void refusedWithAModeThatNoFileHas(int mode) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> WriteOptions.DEFAULT.withMode(mode))
                    .withMessage(
                            "A mode must be between 0 and 07777, but was " + mode + "; write it in octal, as in 0644");
        }
    }

    @Nested
    class AFileEntry {

        @Test
        void tellsItsNameAndKind() {
            FileEntry file = entry("/workspace/a b.txt", FileType.FILE, null);

            assertThat(file.name()).isEqualTo("a b.txt");
            assertThat(file.isFile()).isTrue();
            assertThat(file.isDirectory()).isFalse();
            assertThat(file.isLink()).isFalse();
            assertThat(file.linkTarget()).isEmpty();
        }

        @Test
        void tellsWhereALinkPoints() {
            FileEntry link = entry("/l", FileType.LINK, "../x");

            assertThat(link.isLink()).isTrue();
            assertThat(link.isFile()).isFalse();
            assertThat(link.linkTarget()).contains("../x");
        }

        @Test
        void isNothingOfTheThreeWhenItIsADevice() {
            FileEntry other = entry("/dev/null", FileType.OTHER, null);

            assertThat(other.isFile() || other.isDirectory() || other.isLink()).isFalse();
        }

        private FileEntry entry(String path, FileType type, String target) {
            return new FileEntry(path, type, 0, 0644, Instant.EPOCH, Optional.ofNullable(target));
        }
    }
}
