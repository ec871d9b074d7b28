package dev.sandboxed.conformance.report;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.contract.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a certificate into a directory: for programs, for people, and for the front page of a repository. The contract
 * lies beside it, so that the page's links lead somewhere.
 */
public final class ReportFiles {

    /** The certificate itself. */
    public static final String CERTIFICATE = "certificate.json";
    /** The page that shows it. */
    public static final String PAGE = "report.html";
    /** The badge that shows its verdict. */
    public static final String BADGE = "badge.svg";

    private ReportFiles() {}

    /**
     * Writes all files, in place of those that are there; makes the directory where it is missing.
     *
     * @throws UncheckedIOException if the directory cannot be made, or a file in it cannot be written
     */
    public static void write(Certificate certificate, Path directory) {
        try {
            Files.createDirectories(directory);
            write(directory.resolve(CERTIFICATE), certificate.json());
            write(directory.resolve(PAGE), HtmlReport.of(certificate));
            write(directory.resolve(BADGE), Badge.of(certificate));
            write(directory.resolve(Contract.PAGE), Contract.text());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write the report into '" + directory + "': " + e
                            + "; name a directory that can be made or written",
                    e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        // Not writeString: that one throws on half a character, and reasons are made of whatever a sandbox printed.
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
