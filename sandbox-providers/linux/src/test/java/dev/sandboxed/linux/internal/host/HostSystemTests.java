package dev.sandboxed.linux.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a folder that stands in for the host. */
class HostSystemTests {

    private static final String DEBIAN = "etc/java-17-openjdk/";
    private static final String FEDORA = "etc/java/java-21-openjdk/java-21-openjdk-21.0.1.0.12-3.x86_64/";

    @TempDir
    Path host;

    private Path put(String name) throws IOException {
        Path file = host.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "of the host");
    }

    /** Lists the files that a container gets to see. */
    private List<String> shown(boolean reachesOut) throws IOException {
        List<String> all = new ArrayList<>();
        for (HostSystem.Setting setting : HostSystem.look(host, reachesOut).settings()) {
            try (Stream<Path> files = Files.walk(setting.source())) {
                files.filter(Files::isRegularFile)
                        .forEach(file -> all.add(setting.path()
                                + file.toString()
                                        .substring(setting.source().toString().length())));
            }
        }
        return all;
    }

    @Test
    void aSecretInJavasFolderOfSettingsWasShown() throws IOException {
        put(DEBIAN + "management/jmxremote.password");
        put(DEBIAN + "management/management.properties");
        put(DEBIAN + "security/release.jks");
        put(DEBIAN + "security/policy/unlimited/token");
        put(DEBIAN + "deployment.key");
        put(FEDORA + "conf/management/jmxremote.password");
        put("etc/java.password");

        assertThat(shown(true)).isEmpty();
    }

    @Test
    void whatJavaNeedsToRunIsShownWhereverTheHostKeepsIt() throws IOException {
        List<String> needed = List.of(
                DEBIAN + "jvm-amd64.cfg",
                DEBIAN + "security/java.security",
                DEBIAN + "security/policy/unlimited/default_US_export.policy",
                FEDORA + "conf/logging.properties",
                FEDORA + "conf/security/policy/limited/exempt_local.policy",
                FEDORA + "lib/security/default.policy");
        for (String name : needed) {
            put(name);
        }
        assertThat(shown(false))
                .containsExactlyInAnyOrderElementsOf(
                        needed.stream().map(name -> "/" + name).toList());
    }

    @Test
    void whatIsAboutOtherHostsIsShownOnlyToThoseWhoReachThem() throws IOException {
        put(DEBIAN + "net.properties");
        put("etc/ssl/certs/ca-certificates.crt");

        assertThat(shown(false)).isEmpty();
        assertThat(shown(true))
                .containsExactlyInAnyOrder("/" + DEBIAN + "net.properties", "/etc/ssl/certs/ca-certificates.crt");
    }

    @Test
    void whoIsInTheHostsNetworkAsksForNamesAsTheHostDoes() throws IOException {
        put("etc/hosts");
        put("etc/resolv.conf");
        put("etc/services");

        assertThat(shown(true)).containsExactly("/etc/services");
        assertThat(HostSystem.lookInItsNetwork(host).settings())
                .extracting(HostSystem.Setting::path)
                .containsExactly("/etc/services", "/etc/hosts", "/etc/resolv.conf");
    }

    @Test
    void aFileThatTheHostKeepsFromItsOwnUsersIsNotShown() throws IOException {
        Files.setPosixFilePermissions(
                put(DEBIAN + "security/java.security"), PosixFilePermissions.fromString("rw-r-----"));
        Files.setPosixFilePermissions(put("etc/profile"), PosixFilePermissions.fromString("rw-------"));

        assertThat(shown(false)).isEmpty();
    }
}
