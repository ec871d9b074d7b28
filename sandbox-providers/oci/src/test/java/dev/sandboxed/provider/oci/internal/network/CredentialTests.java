package dev.sandboxed.provider.oci.internal.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services with credentials over TLS, which the programs inside have to trust us for. */
@Timeout(120)
class CredentialTests extends WithFullNetwork {

    private static final String KEY = "the-key-that-stays-outside";

    CredentialTests(Kind kind) {
        super(kind);
    }

    private static SandboxSpecBuilder withKeyFor(KitService service) {
        String host = AllowedHost.LOOPBACK_OF_HOST + ":" + service.port();
        return SandboxSpec.builder()
                .network(NetworkPolicy.allowing(host))
                .credential(Credential.bearer("https://" + host, Secret.of(KEY)));
    }

    /** Asks as a program does that knows nothing of all this and reads certificates strictly, and says what it is told. */
    private static String asked(Sandbox sandbox, KitService service) {
        return sandbox.shell("""
                        python3 -c 'import ssl, urllib.request, urllib.error, sys
                        strict = ssl.create_default_context()
                        strict.verify_flags |= ssl.VERIFY_X509_STRICT
                        try:
                            print(urllib.request.urlopen(sys.argv[1], context=strict).read())
                        except urllib.error.HTTPError as e:
                            print(e.code, e.read().decode())
                        except Exception as e:
                            print(e)' https://%s:%d/ 2>&1""".formatted(AllowedHost.LOOPBACK_OF_HOST, service.port()))
                .stdout();
    }

    /** The service does not speak TLS: that it is told so shows that the one inside was trusted, and that nobody got the key. */
    private static void assertTrustsUs(Sandbox sandbox, KitService service) {
        assertThat(asked(sandbox, service))
                .startsWith("502 sandboxed: host.sandboxed.internal did not prove to the host who it is");
    }

    @Test
    void programsInsideTrustWhoAnswersForTheService() {
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress());
                Sandbox sandbox = provider.create(withKeyFor(service).build())) {
            assertTrustsUs(sandbox, service);
            assertThat(sandbox.shell("env; cat /tmp/.sandboxed/* | grep -c BEGIN")
                            .stdout())
                    .contains("SSL_CERT_FILE=/tmp/.sandboxed/trusted.pem")
                    .doesNotContain(KEY);
        }
    }

    @Test
    void anotherUserOnARootThatCannotBeWrittenTrustsThemToo() {
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress());
                Sandbox sandbox = provider.create(
                        withKeyFor(service).user("nobody").readOnlyRoot(true).build())) {
            assertTrustsUs(sandbox, service);
        }
    }

    @Test
    void aRestoredSandboxTrustsThemToo() {
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress())) {
            Snapshot saved;
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                saved = sandbox.snapshot(SnapshotOptions.ALL);
            }
            try (Sandbox sandbox =
                    provider.snapshots().restore(saved, withKeyFor(service).build())) {
                assertTrustsUs(sandbox, service);
            }
        }
    }

    @Test
    void whatTheSpecTellsProgramsToTrustIsLeftAlone() {
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress());
                Sandbox sandbox = provider.create(
                        withKeyFor(service).env("SSL_CERT_FILE", "/dev/null").build())) {
            assertThat(asked(sandbox, service)).contains("CERTIFICATE_VERIFY_FAILED");
            assertThat(List.of(sandbox.spec().env().get("SSL_CERT_FILE"))).containsExactly("/dev/null");
        }
    }
}
