package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** E2B's own SDK for JavaScript takes this server for the service. */
class JavaScriptSdkTests {

    private static final String SDK = "e2b@2.51.0";
    /** What the SDK asks for; some distributions have an older one. */
    private static final String NODE = "node@22.21.1";

    @Test
    void allOrdinaryCallsWork(@TempDir Path folder) throws Exception {
        boolean recent = isRecent(Sdk.version("node"));
        Sdk.version("npm");
        Path sdk = Sdk.installed("javascript-2.51.0", target -> List.of(install(target, recent)));
        Path own = sdk.resolve("node_modules/node/bin/node");

        Sdk.Ran ran;
        try (Server server = Server.start(folder, E2bSettings.DEFAULT)) {
            ran = Sdk.runScript(
                    List.of(
                            Files.exists(own) ? own.toString() : "node",
                            Sdk.script("sdk.mjs").toString(),
                            sdk.toString()),
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
                        "background, list and kill",
                        "connect to a command",
                        "command timeout",
                        "unknown user",
                        "write and read files",
                        "list, look at and find files",
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

    private static List<String> install(Path target, boolean recent) {
        List<String> command = new ArrayList<>(
                List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", target.toString(), SDK));
        if (!recent) {
            command.add(NODE);
        }
        return command;
    }

    /** Returns whether a Node of the host is one that the SDK supports: 20.18.1 or a later 20, or 22 and later. */
    private static boolean isRecent(String version) {
        Matcher numbers = Pattern.compile("v(\\d+)\\.(\\d+)\\.(\\d+).*").matcher(version);
        if (!numbers.matches()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        int minor = Integer.parseInt(numbers.group(2));
        int patch = Integer.parseInt(numbers.group(3));
        return major >= 22 || (major == 20 && (minor > 18 || (minor == 18 && patch >= 1)));
    }
}
