package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.provision.plan.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Refuses files that are not what they should be. */
final class Verified {

    private Verified() {}

    /**
     * Compares a file with its checksum.
     *
     * @param from where it came from
     * @param remedy what a person can do if it is another one
     * @throws ProvisionException if it is another one, which is deleted
     */
    static void require(Path file, Checksum wanted, String from, String remedy) throws IOException {
        Checksum actual = Checksums.of(file, wanted.algorithm());
        if (!actual.equals(wanted)) {
            Files.delete(file);
            throw new ProvisionException(Fault.of("What came from " + from + " is not what it should be: its "
                            + wanted.algorithm().title() + " is " + actual.digits() + ", and " + wanted.digits()
                            + " was expected. It is deleted")
                    .remedy(remedy));
        }
    }
}
