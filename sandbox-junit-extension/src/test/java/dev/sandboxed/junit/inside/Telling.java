package dev.sandboxed.junit.inside;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Files;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

@InsideSandbox
@Sandboxed(spec = "withSecret")
class Telling {

    static SandboxSpec withSecret() {
        return SandboxSpec.builder().secret("TOKEN", Secret.of("xyzzy-plugh")).build();
    }

    @Test
    void tells(TestReporter reporter) {
        String token = System.getenv("TOKEN");
        reporter.publishEntry("secret", token);
        reporter.publishFile(
                "told.txt", MediaType.TEXT_PLAIN_UTF_8, file -> Files.writeString(file, "größer than " + token));
        reporter.publishFile(
                token + ".bin", MediaType.APPLICATION_OCTET_STREAM, file -> Files.write(file, new byte[] {0, -1, 127}));
        reporter.publishDirectory("folder", folder -> Files.writeString(folder.resolve("deep.txt"), "deep: " + token));
        throw new IllegalStateException("I know " + token);
    }
}
