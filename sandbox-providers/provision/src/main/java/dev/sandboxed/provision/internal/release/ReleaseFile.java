package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.provision.Checksum.Algorithm;
import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Makes a program of a file that its makers publish: the file itself, or one that is in it. */
final class ReleaseFile {

    private final Downloads downloads;
    private final ProvisionListener listener;

    ReleaseFile(Map<String, String> environment, ProvisionListener listener) {
        this.downloads = new Downloads(environment, listener);
        this.listener = listener;
    }

    /**
     * Sees to it that a program is in its home.
     *
     * @throws ProvisionException if it cannot be had or is not what it should be
     */
    void get(Fetchable wanted, Path home) throws IOException {
        Path program = home.resolve(wanted.program().name());
        if (!isThere(program, wanted)) {
            fetch(wanted, program);
        }
    }

    /** Nobody publishes checksums of what is in an archive, so it is written down when it is taken out. */
    private static boolean isThere(Path program, Fetchable wanted) throws IOException {
        if (!Files.exists(program)) {
            return false;
        }
        if (wanted.member().isEmpty()) {
            return Checksums.of(program, wanted.checksum().algorithm()).equals(wanted.checksum());
        }
        Path origin = origin(program);
        return Files.exists(origin) && Files.readString(origin).equals(describe(wanted, program));
    }

    private static Path origin(Path program) {
        return program.resolveSibling(".origin");
    }

    private static String describe(Fetchable wanted, Path program) throws IOException {
        return "archive " + wanted.checksum().digits() + "\nmember "
                + wanted.member().orElse("") + "\nsha512 "
                + Checksums.of(program, Algorithm.SHA_512).digits() + "\n";
    }

    private void fetch(Fetchable wanted, Path program) throws IOException {
        Path part = program.resolveSibling(".part");
        listener.begun("fetching " + wanted.from());
        downloads.fetch(wanted, part);
        Verified.require(
                part,
                wanted.checksum(),
                wanted.from().toString(),
                "find out who changed it; if it is meant, name the file with sandbox.provision."
                        + wanted.program().name() + ".url and .sha512");
        Path whole = wanted.member().isPresent() ? taken(wanted, part, program) : part;
        Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(whole, program, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path taken(Fetchable wanted, Path archive, Path program) throws IOException {
        String member = wanted.member().orElseThrow();
        Path taken = program.resolveSibling(".taken");
        try {
            Archive.take(archive, member, taken);
            Files.writeString(origin(program), describe(wanted, taken));
            return taken;
        } catch (IOException e) {
            Files.deleteIfExists(taken);
            throw new ProvisionException(Fault.of("Cannot take '" + member + "' out of what came from " + wanted.from()
                            + ": " + e.getMessage())
                    .remedy("see that there is room; name what is in the archive with sandbox.provision."
                            + wanted.program().name() + ".member")
                    .cause(e));
        } finally {
            Files.deleteIfExists(archive);
        }
    }
}
