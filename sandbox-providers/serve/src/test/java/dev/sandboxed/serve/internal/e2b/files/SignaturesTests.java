package dev.sandboxed.serve.internal.e2b.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignaturesTests {

    @ParameterizedTest
    @CsvSource({
        "/home/user/a.txt, read, '', , v1_Zkbb3914oLJLvMBzCAHQhm2ydBLxbSx2eQUR/kLdvIY",
        "/home/user/a.txt, write, user, 1700000000, v1_x09R0+VxB2mRzkxWcRyFCpiJmFv0okUrtgQ6q12G0jM",
        "'', write, '', , v1_XfYYOx0ojDc6kqfLnaJuiYLWXCK2SaWCthv8+gv5kbo"
    })
    void signaturesAreThoseOfTheService(String path, String operation, String user, String expiration, String right) {
        assertThat(Signatures.of(path, operation, user, "tok", Optional.ofNullable(expiration)))
                .isEqualTo(right);
    }
}
