package dev.sandboxed.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.capability.Capability;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTests {

    private static final Secret KEY = Secret.of("the-key");

    @ParameterizedTest
    @CsvSource({
        "https://api.example, https://api.example, api.example, 443, true",
        "HTTPS://API.Example/, https://api.example, api.example, 443, true",
        "http://api.example, http://api.example, api.example, 80, false",
        "https://api.example:443, https://api.example, api.example, 443, true",
        "http://api.example:443, http://api.example:443, api.example, 443, false",
        "http://api.example:8080, http://api.example:8080, api.example, 8080, false"
    })
    void aServiceIsASchemeAHostAndAPort(String text, String service, String host, int port, boolean encrypted) {
        Credential credential = Credential.bearer(text, KEY);

        assertThat(credential.service()).hasToString(service);
        assertThat(credential.host()).isEqualTo(host);
        assertThat(credential.port()).isEqualTo(port);
        assertThat(credential.isEncrypted()).isEqualTo(encrypted);
        assertThat(credential.revealHeader()).isEqualTo("Bearer the-key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example",
                "ftp://api.example",
                "https://",
                "https://api.example/v1",
                "https://api.example?a=b",
                "https://api.example#a",
                "https://user@api.example",
                "https://203.0.113.7",
                "https://[::1]",
                "https://*.example",
                "https://api.example:0",
                "https://api.example:70000",
                "https:api.example",
                "not a service"
            })
    void whatIsNoServiceIsRefusedWithoutTheKey(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Credential.bearer(text, KEY))
                .withMessageMatching("(?s).*(Not a service for a credential|Not a host|The port of|a host for).*")
                .withMessageNotContaining("the-key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "X Key", "X:Key", "X-Key\n", "Host", "content-length", "Transfer-Encoding", "Connection", "ä"
            })
    void whatIsNoHeaderOrFramesMessagesIsRefused(String header) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Credential.of("https://api.example", header, KEY))
                .withMessageContaining("Not a header for a credential: '" + header + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"key\r\nX-Other: 1", "key\n", "k\u00e9y", "key\u0001"})
    void aValueThatWouldEndItsHeaderIsRefusedAndNotShown(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Credential.of("https://api.example", "X-Key", Secret.of(value)))
                .withMessageContaining("The value of the credential for https://api.example")
                .withMessageNotContaining(value);
    }

    @Test
    void aCredentialForWhatTheNetworkDoesNotAllowIsRefused() {
        for (SandboxSpecBuilder spec : List.of(
                SandboxSpec.builder(),
                SandboxSpec.builder().network(Network.NONE),
                SandboxSpec.builder().network(NetworkPolicy.allowing("api.example:80", "other.example")))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> spec.credential(Credential.bearer("https://api.example", KEY))
                            .build())
                    .withMessageContaining("There is a credential for https://api.example, which the network")
                    .withMessageContaining("list 'api.example:443'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "api.example", "api.example:443", "*.example"})
    void aCredentialForWhatTheNetworkAllowsNeedsItsCapability(String network) {
        SandboxSpec spec = SandboxSpec.builder()
                .network(NetworkPolicy.parse(network))
                .credential(Credential.bearer("https://api.example", KEY))
                .build();

        assertThat(spec.requiredCapabilities()).contains(Capability.NETWORK_CREDENTIALS);
    }

    @Test
    void theLoopbackOfTheHostHasCredentialsByItsVeryNameOnly() {
        Credential credential = Credential.bearer("http://host.sandboxed.internal:8080", KEY);
        for (String network : List.of("full", "*.internal", "*.sandboxed.internal:8080")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SandboxSpec.builder()
                            .network(NetworkPolicy.parse(network))
                            .credential(credential)
                            .build());
        }
        assertThat(SandboxSpec.builder()
                        .network(NetworkPolicy.allowing("host.sandboxed.internal:8080"))
                        .credential(credential)
                        .build()
                        .credentials())
                .containsExactly(credential);
    }

    @Test
    void aLaterCredentialForTheSameHeaderReplacesTheEarlier() {
        SandboxSpec spec = SandboxSpec.builder()
                .network(Network.FULL)
                .credential(Credential.of("https://api.example", "X-Key", KEY))
                .credential(Credential.of("https://api.example", "x-key", Secret.of("newer")))
                .credential(Credential.of("https://api.example", "X-Other", KEY))
                .build();

        assertThat(spec.credentials())
                .extracting(credential -> credential.value().reveal())
                .containsExactly("newer", "the-key");
        assertThat(spec.toBuilder().build()).isEqualTo(spec);
    }

    @Test
    void theKeyIsShownNowhereAndHiddenInTexts() {
        SandboxSpec spec = SandboxSpec.builder()
                .network(Network.FULL)
                .credential(Credential.bearer("https://api.example", KEY))
                .secret("OTHER", Secret.of("another"))
                .build();

        assertThat(spec.toString()).contains("https://api.example").doesNotContain("the-key");
        assertThat(spec.hidden()).containsExactlyInAnyOrder(KEY, Secret.of("another"));
        assertThat(spec)
                .isNotEqualTo(spec.toBuilder()
                        .credential(Credential.bearer("https://api.example", Secret.of("a-different-key")))
                        .build());
    }
}
