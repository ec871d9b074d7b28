package dev.sandboxed.guest.exec;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Gives every test a guest, once with each shell. */
@ParameterizedClass
@EnumSource
abstract class GuestTest {

    @Parameter
    Shell shell;

    @TempDir
    Path folder;

    NamespaceGuest guest;

    @BeforeEach
    void startGuest() throws IOException {
        guest = new NamespaceGuest(shell, folder);
    }

    @AfterEach
    void endGuest() throws IOException {
        guest.close();
    }
}
