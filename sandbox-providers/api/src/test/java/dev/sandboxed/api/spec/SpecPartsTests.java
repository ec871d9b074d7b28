package dev.sandboxed.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecPartsTests {

    @Nested
    class ANetworkPolicy {

        @Test
        void allowsNamedHostsAndExposesPorts() {
            NetworkPolicy policy =
                    NetworkPolicy.allowing("host.example", "other.example").exposing(80, 65_535, 1);

            assertThat(policy.network()).isEqualTo(Network.ALLOW_LIST);
            assertThat(policy.allowedHosts()).containsExactlyInAnyOrder("host.example", "other.example");
            assertThat(policy.exposedPorts()).containsExactlyInAnyOrder(1, 80, 65_535);
        }

        @Test
        void needsHostsForAnAllowList() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetworkPolicy.of(Network.ALLOW_LIST))
                    .withMessage("Network ALLOW_LIST does not go with allowed hosts [];"
                            + " use NetworkPolicy.allowing(\"host.example\") for an allow-list");
        }

        @ParameterizedTest
        @EnumSource(value = Network.class, names = "ALLOW_LIST", mode = EnumSource.Mode.EXCLUDE)
        void refusesHostsWithoutAnAllowList(Network network) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new NetworkPolicy(network, Set.of("host.example"), Set.of()))
                    .withMessage("Network " + network + " does not go with allowed hosts [host.example];"
                            + " use NetworkPolicy.allowing(\"host.example\") for an allow-list");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "two words", "https://host.example", "host.example/path", "host\n"})
        void refusesWhatIsNoHostName(String host) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetworkPolicy.allowing(host))
                    .withMessageStartingWith("Not a host for an allow-list: '" + host + "'; give a bare name such as");
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1, 65_536})
        void refusesWhatIsNoPort(int port) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetworkPolicy.of(Network.NONE).exposing(port))
                    .withMessage("Exposed port must be between 1 and 65535, but was " + port);
        }
    }

    @Nested
    class AMount {

        @Test
        void isReadOnlyUnlessSaidOtherwise() {
            assertThat(Mount.readOnly(Path.of("/srv"), "/data").writable()).isFalse();
            assertThat(Mount.writable(Path.of("/srv"), "/data").writable()).isTrue();
        }

        @Test
        void hasTwoAbsoluteEnds() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Mount.readOnly(Path.of("srv"), "/data"))
                    .withMessage("The source of a mount must be an absolute path, but was 'srv'");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Mount.readOnly(Path.of("/srv"), "data"))
                    .withMessageStartingWith("The target of a mount must be an absolute path");
        }
    }

    @Nested
    class ASeedFile {

        @Test
        void equalsOneWithTheSamePathContentAndMode() {
            SeedFile file = SeedFile.text("a.txt", "abc");

            assertThat(file)
                    .isEqualTo(SeedFile.bytes("a.txt", "abc".getBytes(StandardCharsets.UTF_8), 0644))
                    .hasSameHashCodeAs(SeedFile.text("a.txt", "abc"))
                    .isNotEqualTo(SeedFile.text("b.txt", "abc"))
                    .isNotEqualTo(SeedFile.text("a.txt", "abd"))
                    .isNotEqualTo(SeedFile.bytes("a.txt", "abc".getBytes(StandardCharsets.UTF_8), 0600))
                    .isNotEqualTo(SeedFile.fromHost("a.txt", Path.of("a.txt")));
        }

        @Test
        void isNotChangedThroughTheArraysItTakesAndGives() {
            byte[] given = {1, 2, 3};
            SeedFile.Inline file = (SeedFile.Inline) SeedFile.bytes("a", given, 0600);
            given[0] = 9;
            file.content()[1] = 9;

            assertThat(file.content()).containsExactly(1, 2, 3);
            assertThat(file.mode()).isEqualTo(0600);
        }

        @Test
        void showsItsSizeAndNotItsContent() {
            assertThat(SeedFile.text("a.txt", "hidden")).hasToString("SeedFile[a.txt, 6 bytes]");
        }

        @Test
        void needsAPath() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SeedFile.text("", "x"))
                    .withMessage("The path of a seed file must not be empty");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SeedFile.fromHost("a\0", Path.of("a")))
                    .withMessage("The path of a seed file must not be one with NUL in it: 'a\\0'");
        }
    }

    @Nested
    class ASecret {

        @Test
        void isNeverShown() {
            assertThat(Secret.of("s3cr3t")).hasToString("***");
            assertThat(Secret.of("s3cr3t").reveal()).isEqualTo("s3cr3t");
        }

        @Test
        void equalsOneWithTheSameValue() {
            assertThat(Secret.of("a")).isEqualTo(Secret.of("a")).hasSameHashCodeAs(Secret.of("a"));
            assertThat(Secret.of("a")).isNotEqualTo(Secret.of("b"));
        }

        @Test
        void mustBeMaskable() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Secret.of(""))
                    .withMessage("A secret must not be empty; leave it out, or pass the value as a seed file");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Secret.of("abc\0"))
                    .withMessageContaining("one with NUL in it")
                    .withMessageNotContaining("abc");
        }
    }
}
