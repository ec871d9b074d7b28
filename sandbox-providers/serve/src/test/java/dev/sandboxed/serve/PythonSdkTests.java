package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** E2B's own SDK for Python takes this server for the service. */
class PythonSdkTests {

    private static final String SDK = "e2b==2.63.0";

    @Test
    void allOrdinaryCallsWork(@TempDir Path folder) throws Exception {
        Sdk.version("python3");
        Path sdk = Sdk.installed(
                "python-2.63.0",
                target -> List.of(
                        List.of("python3", "-m", "venv", target.resolve("venv").toString()),
                        List.of(
                                target.resolve("venv/bin/python").toString(),
                                "-m",
                                "pip",
                                "install",
                                "--quiet",
                                "--disable-pip-version-check",
                                SDK)));

        Sdk.Ran ran;
        try (Server server = Server.start(folder, E2bSettings.DEFAULT)) {
            ran = Sdk.runScript(
                    List.of(
                            sdk.resolve("venv/bin/python").toString(),
                            Sdk.script("sdk.py").toString()),
                    server.e2b().environment());
        }

        assertThat(ran.lines())
                .as(ran.errors())
                .containsExactly(
                        "create",
                        "run with streams",
                        "exit code",
                        "a megabyte of output",
                        "directory of a command",
                        "stdin",
                        "background list and kill",
                        "connect to a command",
                        "command timeout",
                        "unknown user",
                        "write and read files",
                        "list look at and find files",
                        "rename and remove files",
                        "watch a folder",
                        "terminal",
                        "list sandboxes by metadata",
                        "lifetime",
                        "pause and resume",
                        "snapshot",
                        "kill",
                        "wrong key",
                        "unknown sandbox");
        assertThat(ran.code()).as(ran.errors()).isZero();
    }
}
