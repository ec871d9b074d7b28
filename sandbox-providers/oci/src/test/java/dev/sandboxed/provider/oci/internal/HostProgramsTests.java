package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsRuntime(Kind.RUNC)
@Timeout(60)
class HostProgramsTests extends WithProvider {

    HostProgramsTests() {
        super(Kind.RUNC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "awk 'BEGIN { print \"works\" }'",
                "perl -e 'print \"works\\n\"'",
                "python3 -c 'import ssl, json; print(\"works\")'",
                "java -version 2> /dev/null && echo works",
                "keytool -genseckey -keyalg AES -keysize 256 -alias a -storepass secret -keystore keys 2> /dev/null && echo works",
                "git init -q here && echo works",
                "openssl version > /dev/null && echo works",
                "getent passwd nobody > /dev/null && echo works"
            })
    void whatTheHostHasWorksInside(String script) {
        Path program = Path.of("/usr/bin", script.split(" ", 2)[0]);
        assumeTrue(Files.isExecutable(program), () -> "this host has no " + program);
        try (Sandbox sandbox = create()) {
            ExecResult result = sandbox.shell(script);

            assertThat(result.stdout()).as(result.stderr()).isEqualTo("works\n");
        }
    }
}
