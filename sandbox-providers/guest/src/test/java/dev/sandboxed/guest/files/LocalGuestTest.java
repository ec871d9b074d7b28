package dev.sandboxed.guest.files;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Has an empty guest of each flavour for every test. */
@ParameterizedClass
@EnumSource
abstract class LocalGuestTest {

    @Parameter
    Flavour flavour;

    @TempDir
    Path folder;

    LocalGuest guest;
    GuestFiles files;

    @BeforeEach
    void makeAGuest() throws IOException {
        guest = new LocalGuest(flavour, folder);
        files = guest.files;
    }
}
