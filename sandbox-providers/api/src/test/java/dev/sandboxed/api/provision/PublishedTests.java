package dev.sandboxed.api.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedTests {

    private static final String SHA256 = "0123456789abcdef".repeat(4);

    @Test
    void aFileIsWantedAsItIsAndAnArchiveForWhatIsInIt() {
        assertThat(new Published("1.2/program", SHA256 + SHA256).member()).isEmpty();
        assertThat(Published.archive("1.2/all.tgz", Checksum.sha256(SHA256), "all/program")
                        .member())
                .hasValue("all/program");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123", "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"})
    void whatIsNoChecksumIsRefusedWithWhatOneIs(String digits) {
        assertThatThrownBy(() -> Checksum.sha256(digits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A SHA-256 checksum is 64 hexadecimal digits in lower case; this is '" + digits + "'");
    }

    @Test
    void aChecksumOfOneKindIsNoneOfTheOther() {
        assertThatThrownBy(() -> Checksum.sha512(SHA256))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("A SHA-512 checksum is 128 hexadecimal digits");
        assertThat(Checksum.sha512(SHA256 + SHA256).algorithm().title()).isEqualTo("SHA-512");
    }
}
