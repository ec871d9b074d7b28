package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.core.internal.config.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without the library for command lines, and what is left to it. */
class QuickLineTests {

    @ParameterizedTest
    @CsvSource({
        "create --id a --ttl-ms 5, CreateVerb",
        "--provider bubblewrap create --id a --ttl-ms 5 --workdir /w, CreateVerb",
        "create --provider bubblewrap --id a, CreateVerb",
        "exec --id a --timeout-ms 5 -- sh -c --id, ExecVerb",
        "exec --id a -- --help, ExecVerb",
        "write --id a --path p, Write",
        "read --id a --path p --base64, Read",
        "kill --id a, KillVerb"
    })
    void whatIsPlainlyRightIsRead(String words, String verb) {
        Verb read = QuickLine.read(caller(Map.of()), List.of(words.split(" ")));

        assertThat(read).isNotNull();
        assertThat(read.getClass().getSimpleName()).isEqualTo(verb);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "probe",
                "list --id a --path p --json",
                "keeper",
                "--help",
                "create --help",
                "create",
                "create --id -a",
                "create --id ../a",
                "create --id a --id b",
                "create --id a --ttl-ms 0",
                "create --id a --ttl-ms x",
                "create --id a --ttl-ms 99999999999999999999",
                "create --id a --workdir w",
                "create --id a --path p",
                "create --id a --provider microvmctl",
                "create --id a more",
                "create --id a -- more",
                "create --id=a",
                "exec --id a",
                "exec --id a --",
                "exec --id a --timeout-ms 0 -- true",
                "exec --id a true",
                "write --id a",
                "write --id a --path",
                "read --id a --base64",
                "kill --id a --base64"
            })
    void whatIsNotPlainlyRightIsLeftToTheLibrary(String words) {
        assertThat(QuickLine.read(caller(Map.of()), List.of(words.split(" ")))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create --id a", "create --id a --ttl-ms 5"})
    void aControllerThatWouldCallItselfIsLeftToTheLibrary(String words) {
        Caller caller = caller(Map.of("SANDBOX_PROVIDER", "microvmctl"));

        assertThat(QuickLine.read(caller, List.of(words.split(" ")))).isNull();
    }

    private static Caller caller(Map<String, String> environment) {
        return new Caller(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream()),
                new Surroundings(Map.of(), environment),
                configuration -> {
                    throw new AssertionError("nobody looks for providers here");
                },
                QuickLineTests.class);
    }
}
