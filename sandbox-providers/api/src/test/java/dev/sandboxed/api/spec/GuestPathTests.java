package dev.sandboxed.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.error.SandboxFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuestPathTests {

    @ParameterizedTest
    @CsvSource({
        "/workspace, a, /workspace/a",
        "/workspace, ./a, /workspace/a",
        "/workspace, a//b/, /workspace/a/b",
        "/workspace, a/../b, /workspace/b",
        "/workspace, ., /workspace",
        "/workspace, a/.., /workspace",
        "/workspace, .../x, /workspace/.../x",
        "/workspace, '-rf ', '/workspace/-rf '",
        "/workspace/, a, /workspace/a",
        "/, a, /a",
        "/, ., /",
        "/workspace, /, /",
        "/workspace, /etc/./passwd, /etc/passwd",
        "/workspace, //etc///passwd/, /etc/passwd",
        "/workspace, /a/b/../c, /a/c"
    })
    void resolvesAgainstTheWorkdir(String workdir, String path, String expected) {
        assertThat(GuestPath.resolve(workdir, path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../x", "a/../../x", "./..", "a/b/../../.."})
    void refusesToClimbOutOfTheWorkdir(String path) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> GuestPath.resolve("/workspace", path))
                .withMessage("Path '" + path + "' leaves the workdir /workspace"
                        + "\n  remedy: write a path without '..' that stays inside, or an absolute one")
                .satisfies(refused -> assertThat(refused.path()).isEqualTo(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/..", "/../etc", "/a/../../etc"})
    void refusesToClimbAboveTheRoot(String path) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> GuestPath.resolve("/workspace", path))
                .withMessageStartingWith("Path '" + path + "' leaves the sandbox");
    }

    @Test
    void refusesNoPathAndNul() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuestPath.resolve("/workspace", ""))
                .withMessage("A path inside a sandbox must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuestPath.resolve("/workspace", "a\0b"))
                .withMessage("A path inside a sandbox must not be one with NUL in it: 'a\\0b'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/workspace", "/a/b c/…"})
    void acceptsAbsolutePaths(String path) {
        assertThat(GuestPath.requireAbsolute("The workdir", path)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"workspace", "./a", "/a/", "/a/./b", "/a/../b", "//a"})
    void refusesWhatIsNotPlainlyAbsolute(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuestPath.requireAbsolute("The workdir", path))
                .withMessage("The workdir must be an absolute path without '.', '..' or a slash at its end, but was '"
                        + path + "'; write for example /workspace");
    }
}
