package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.AuthConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryCredentialsTests {

    @TempDir
    Path folder;

    private RegistryCredentials credentials;

    @BeforeEach
    void readFromTheFolder() {
        credentials =
                new RegistryCredentials(Map.of("DOCKER_CONFIG", folder.toString(), "PATH", folder + ":/usr/bin:/bin"));
    }

    private void config(String json) throws IOException {
        Files.writeString(folder.resolve("config.json"), json);
    }

    /** Writes a helper as docker knows them: it reads the registry and answers JSON. */
    private void helper(String name, String script) throws IOException {
        Path draft = Files.writeString(folder.resolve(name + ".draft"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(draft, folder.resolve("docker-credential-" + name));
    }

    private static String basic(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void userAndPasswordAreReadFromTheFile() throws IOException {
        config("{\"auths\":{\"ghcr.io\":{\"auth\":\"" + basic("me:pass:word") + "\"}}}");

        assertThat(credentials.find("ghcr.io")).hasValueSatisfying(found -> {
            assertThat(found.getUsername()).isEqualTo("me");
            assertThat(found.getPassword()).isEqualTo("pass:word");
            assertThat(found.getRegistryAddress()).isEqualTo("ghcr.io");
        });
        assertThat(credentials.find("quay.io")).isEmpty();
    }

    @Test
    void anOlderWayToNameTheRegistryIsUnderstood() throws IOException {
        config("{\"auths\":{\"https://ghcr.io/v1/\":{\"auth\":\"" + basic("me:secret") + "\"}}}");

        assertThat(credentials.find("ghcr.io")).map(AuthConfig::getUsername).contains("me");
    }

    @Test
    void theHelperOfARegistryIsAsked() throws IOException {
        config("{\"credHelpers\":{\"ghcr.io\":\"mine\"}}");
        helper("mine", "read registry; echo \"{\\\"Username\\\":\\\"me@$registry\\\",\\\"Secret\\\":\\\"s\\\"}\"\n");

        assertThat(credentials.find("ghcr.io")).map(AuthConfig::getUsername).contains("me@ghcr.io");
        assertThat(credentials.find("quay.io")).isEmpty();
    }

    @Test
    void theStoreOfAllRegistriesIsAskedAndMayGiveAToken() throws IOException {
        config("{\"credsStore\":\"all\",\"auths\":{\"quay.io\":{}}}");
        helper("all", "echo '{\"Username\":\"<token>\",\"Secret\":\"abc\"}'\n");

        assertThat(credentials.find("quay.io"))
                .map(AuthConfig::getIdentitytoken)
                .contains("abc");
    }

    @Test
    void aHelperThatFailsOrIsMissingMeansNoCredentials() throws IOException {
        config("{\"credHelpers\":{\"ghcr.io\":\"broken\",\"quay.io\":\"absent\"}}");
        helper("broken", "echo 'credentials not found in native keychain'; exit 1\n");

        assertThat(credentials.find("ghcr.io")).isEmpty();
        assertThat(credentials.find("quay.io")).isEmpty();
    }

    @Test
    void aFileThatIsNoJsonOrHasNoPasswordMeansNoCredentials() throws IOException {
        config("oh");
        assertThat(credentials.find("ghcr.io")).isEmpty();

        config("{\"auths\":{\"ghcr.io\":{\"auth\":\"" + basic("no colon") + "\"}}}");
        assertThat(credentials.find("ghcr.io")).isEmpty();
    }

    @Test
    void withoutAFolderThereAreNone() {
        assertThat(new RegistryCredentials(Map.of()).find("ghcr.io")).isEqualTo(Optional.empty());
    }
}
