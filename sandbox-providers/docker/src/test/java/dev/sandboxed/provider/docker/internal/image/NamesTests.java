package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.AuthConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTests {

    @ParameterizedTest
    @CsvSource({
        "busybox,                    busybox,              latest,   the usual one",
        "busybox:1.36,               busybox,              1.36,     the usual one",
        "owner/name,                 owner/name,           latest,   the usual one",
        "docker.io/library/alpine:3, docker.io/library/alpine, 3,    the usual one",
        "ghcr.io/owner/name:v2,      ghcr.io/owner/name,   v2,       ghcr.io",
        "localhost:5000/name,        localhost:5000/name,  latest,   localhost:5000",
        "localhost/name:1,           localhost/name,       1,        localhost",
        "a/b@sha256:0000000000000000000000000000000000000000000000000000000000000000, a/b, sha256:0000000000000000000000000000000000000000000000000000000000000000, the usual one",
        "a/b:1@sha256:0000000000000000000000000000000000000000000000000000000000000000, a/b, sha256:0000000000000000000000000000000000000000000000000000000000000000, the usual one"
    })
    void aNameIsTakenApart(String text, String repository, String version, String registry) {
        ImageReference reference = ImageReference.parse(text);

        assertThat(reference).isEqualTo(new ImageReference(repository, version));
        assertThat(reference.registry())
                .isEqualTo(registry.equals("the usual one") ? AuthConfig.DEFAULT_SERVER_ADDRESS : registry);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a b", "UPPER", "x:y:z", "../x", "a/../b", "a//b", "-x", "x@sha256:1", "a?b=c", "a%2fb"
            })
    void whatIsNoNameIsRefused(String text) {
        assertThatThrownBy(() -> ImageReference.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void policiesAreReadWhateverTheirCaseAndTheDefaultIsMissing() {
        assertThat(PullPolicy.of("Always")).isEqualTo(PullPolicy.ALWAYS);
        assertThat(PullPolicy.of(" never ")).isEqualTo(PullPolicy.NEVER);
        assertThat(PullPolicy.of(null)).isEqualTo(PullPolicy.MISSING);
        assertThat(PullPolicy.of("")).isEqualTo(PullPolicy.MISSING);
    }

    @Test
    void aPolicyThatDoesNotExistIsAnsweredWithAllThatDo() {
        assertThatThrownBy(() -> PullPolicy.of("sometimes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'sometimes'")
                .hasMessageContaining("missing, always, never");
    }

    @Test
    void architecturesAreKnownByTheNamesOfKernelsAndOfImages() {
        assertThat(Architecture.named("x86_64")).contains(Architecture.AMD64);
        assertThat(Architecture.named("arm64")).contains(Architecture.ARM64);
        assertThat(Architecture.named("vax")).isEmpty();
        assertThat(Architecture.ofElf(183)).contains(Architecture.ARM64);
    }
}
