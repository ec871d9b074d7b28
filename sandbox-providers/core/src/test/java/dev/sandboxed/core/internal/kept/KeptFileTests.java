package dev.sandboxed.core.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFileTests {

    private static final SandboxSpec FULL = SandboxSpec.builder()
            .image("debian:12")
            .workdir("/work dir")
            .user("nobody")
            .readOnlyRoot(true)
            .startupTimeout(Duration.ofSeconds(7))
            .limits(Limits.builder()
                    .cpus(0.5)
                    .memory(DataSize.ofMebibytes(64))
                    .disk(DataSize.ofBytes(12_345))
                    .processes(7)
                    .openFiles(99)
                    .bandwidth(DataSize.ofMebibytes(1))
                    .addressSpace(DataSize.ofGibibytes(2))
                    .cpuTime(Duration.ofSeconds(10))
                    .build())
            .network(NetworkPolicy.allowing("b.example:443", "a.example").exposing(8080, 80))
            .env("LINES", "first\nsecond = \u00e4 \\ # !")
            .env("EMPTY", "")
            .label("a.label", "with: colon")
            .option("some.option", "x")
            .mount(Mount.readOnly(Path.of("/host/a b"), "/a"))
            .mount(Mount.writable(Path.of("/host/c"), "/c"))
            .build();

    @TempDir
    Path state;

    @Test
    void everythingThatASandboxNeedsAgainIsReadAsItWasWritten() throws IOException {
        KeptSandbox kept = new KeptSandbox(
                "mock-1",
                "SomeTests.fails ([1] \u00fc)",
                "mock",
                KeptState.NOW,
                KeptSandbox.Content.FILES,
                FULL,
                List.of("the secret A", "the secret B"));

        assertThat(KeptFile.read(KeptFile.write(kept))).isEqualTo(kept);
    }

    @Test
    void secretsAndCredentialsLieInNoFileAndAreNamed() throws IOException {
        SandboxSpec spec = SandboxSpec.builder()
                .network(NetworkPolicy.allowing("api.example"))
                .secret("TOKEN", Secret.of("s3cret-value"))
                .credential(Credential.bearer("https://api.example", Secret.of("an0ther-value")))
                .seed(SeedFile.text("/seed.txt", "s3cret-value"))
                .timeToLive(Duration.ofSeconds(5))
                .build();
        KeptState here = new KeptState(state, MockSandboxProvider.builder().build(), KeptState.NOW);

        KeptSandbox kept = here.keep(spec);

        assertThat(Files.readString(here.kept().folder().fileOf(kept)))
                .contains("TOKEN")
                .doesNotContain("s3cret-value", "an0ther-value");
        assertThat(kept.leftOut()).containsExactly("the secret TOKEN", "the credential for https://api.example");
        assertThat(kept.spec().timeToLive())
                .as("a shell is as old as its user wants")
                .isEmpty();
    }

    @Test
    void anotherFormatAndDamageAreRefusedWithTheReason() {
        assertThatIOException()
                .isThrownBy(() -> KeptFile.read("format=2\n"))
                .withMessageContaining("format 2, and only format 1");
        assertThatIOException()
                .isThrownBy(() -> KeptFile.read("format=1\nid=a\ntest=b\nprovider=c\nuntil=soon\n"))
                .withMessageContaining("damaged");
    }
}
