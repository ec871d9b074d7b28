package dev.sandboxed.provision.internal.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Credentials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A proxy that wants a name and a password, which nobody else may learn. */
@Timeout(60)
class ProxyTests {

    private static final String PASSWORD = "top+s@cret";
    private static final String USER = "me:top+s%40cret@";
    private static final String ACCEPTED = Credentials.basic("me", PASSWORD);
    private static final MockResponse WHO_ARE_YOU = new MockResponse.Builder()
            .code(407)
            .setHeader("Proxy-Authenticate", "Basic realm=\"all of it\"")
            .build();

    @TempDir
    Path folder;

    private final MockWebServer proxy = new MockWebServer();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        proxy.start();
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private void fetch(String scheme, String address) throws IOException {
        ProvisionListener listener = new ProvisionListener() {
            @Override
            public void fetched(String name, long bytes, OptionalLong total) {
                told.add(name + " " + bytes);
            }
        };
        Fetchable wanted = new Fetchable(
                Program.of("example", ""),
                "1.2",
                URI.create(scheme + "://files.example/example"),
                Checksum.sha512("0".repeat(128)),
                Optional.empty());
        new Downloads(Map.of(scheme + "_proxy", address), listener).fetch(wanted, folder.resolve("part"));
    }

    private String address(String user) {
        return "http://" + user + where();
    }

    private String where() {
        return proxy.getHostName() + ":" + proxy.getPort();
    }

    @Test
    void theNameAndThePasswordOfTheEnvironmentAreGivenWhenTheyAreWanted() throws Exception {
        proxy.enqueue(WHO_ARE_YOU);
        proxy.enqueue(new MockResponse.Builder().body("content").build());

        fetch("http", address(USER));

        assertThat(folder.resolve("part")).content().isEqualTo("content");
        RecordedRequest first = proxy.takeRequest();
        assertThat(first.getRequestLine()).startsWith("GET http://files.example/example ");
        assertThat(first.getHeaders().get("Proxy-Authorization")).isNull();
        assertThat(proxy.takeRequest().getHeaders().get("Proxy-Authorization")).isEqualTo(ACCEPTED);
        assertThat(told).containsExactly("example 7");
    }

    @Test
    void aProxyOnTheWayToAnEncryptedSiteGetsThemToo() throws Exception {
        proxy.enqueue(WHO_ARE_YOU);

        assertThatThrownBy(() -> fetch("https", address(USER)))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("Cannot fetch example from https://files.example/example: Failed to authenticate with"
                        + " proxy\n  remedy: run it again, and it goes on where it was; or name another site that has"
                        + " the file with sandbox.provision.example.mirror");
        RecordedRequest asked = proxy.takeRequest();
        assertThat(asked.getRequestLine()).startsWith("CONNECT files.example:443 ");
        assertThat(asked.getHeaders().get("Proxy-Authorization")).isEqualTo(ACCEPTED);
    }

    @Test
    void aPasswordThatIsNotAcceptedIsSaidWithoutIt() {
        proxy.enqueue(WHO_ARE_YOU);
        proxy.enqueue(WHO_ARE_YOU);

        assertThatThrownBy(() -> fetch("http", address(USER)))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("Cannot fetch example from http://files.example/example: the proxy " + where()
                        + " does not accept the name and password of http_proxy\n"
                        + "  remedy: export http_proxy=http://NAME:PASSWORD@" + where())
                .hasNoCause();
        assertThat(proxy.getRequestCount()).isEqualTo(2);
    }

    @Test
    void whoeverGivesNoPasswordIsToldHow() {
        proxy.enqueue(WHO_ARE_YOU);

        assertThatThrownBy(() -> fetch("http", address("")))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("Cannot fetch example from http://files.example/example: the proxy " + where()
                        + " wants a name and a password\n  remedy: export http_proxy=http://NAME:PASSWORD@" + where());
    }

    @Test
    void anAddressThatIsNoneIsNotShownForItMayHoldAPassword() {
        assertThatThrownBy(() -> fetch("http", "http://me:top^s@cret@" + where()))
                .isInstanceOf(ProvisionException.class)
                .hasMessage("The variable http_proxy is not the address of a proxy\n"
                        + "  remedy: write http://NAME:PASSWORD@HOST:PORT, with %40 for an @ in the password, %25 for a"
                        + " % and so on")
                .hasNoCause();
    }

    @Test
    void aProxyThatNobodyKnowsIsNamedWithoutItsUser() {
        assertThatThrownBy(() -> fetch("http", "http://" + USER + "proxy.invalid:3128"))
                .isInstanceOf(ProvisionException.class)
                .hasMessageStartingWith("Cannot fetch example from http://files.example/example: nobody here knows"
                        + " where 'proxy.invalid' is; is there a network?\n")
                .hasMessageNotContaining("cret");
    }
}
