package dev.sandboxed.provision.internal.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTests {

    private static final URI SITE = URI.create("https://files.example.org/tool");

    private static Map<String, String> proxied(String exceptions) {
        return Map.of("https_proxy", "http://me:secret@proxy.example:8080", "no_proxy", exceptions);
    }

    @Test
    void theProxyOfTheSchemeIsTaken() {
        EnvironmentProxies proxies = new EnvironmentProxies(proxied("localhost"));

        assertThat(proxies.select(SITE)).singleElement().asString().contains("proxy.example", "8080");
        assertThat(proxies.proxy(SITE)).contains(URI.create("http://me:secret@proxy.example:8080"));
        assertThat(proxies.proxy(URI.create("http://files.example.org/tool"))).isEmpty();
    }

    @Test
    void namesMayBeInUpperCaseAndAddressesWithoutAScheme() {
        assertThat(new EnvironmentProxies(Map.of("ALL_PROXY", "proxy.example:8080")).proxy(SITE))
                .contains(URI.create("http://proxy.example:8080"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"files.example.org", ".example.org", "localhost, example.org", "*"})
    void hostsThatAreExceptedAreReachedDirectly(String exceptions) {
        assertThat(new EnvironmentProxies(proxied(exceptions)).proxy(SITE)).isEmpty();
    }

    @Test
    void aHostWhoseNameOnlyEndsLikeAnExceptedOneIsNot() {
        assertThat(new EnvironmentProxies(proxied("ample.org")).proxy(SITE)).isPresent();
    }
}
