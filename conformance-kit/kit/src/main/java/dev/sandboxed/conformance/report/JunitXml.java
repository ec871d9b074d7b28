package dev.sandboxed.conformance.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/** Writes what JUnit saw of an examination as {@code junit.xml}, which build servers read. */
public final class JunitXml {

    /** The file that is written. */
    public static final String FILE = "junit.xml";

    private static final String MADE_BY_JUNIT = "TEST-junit-jupiter.xml";

    private final Path directory;
    private final StringWriter problems = new StringWriter();

    private JunitXml(Path directory) {
        this.directory = directory;
    }

    /**
     * Prepares to write into a directory, and makes it where it is missing: better now than after a long examination.
     *
     * @throws UncheckedIOException if it cannot be made
     */
    public static JunitXml in(Path directory) {
        try {
            Files.createDirectories(directory);
            return new JunitXml(directory);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    /** Returns the listener for {@link dev.sandboxed.conformance.Conformance#examine}. */
    public TestExecutionListener listener() {
        return new LegacyXmlReportGeneratingListener(directory, new PrintWriter(problems, true));
    }

    /**
     * Puts the file in its place after the examination.
     *
     * @return the file
     * @throws UncheckedIOException if JUnit could not write it, or it cannot be moved
     * @throws IllegalStateException if the listener took part in no examination
     */
    public Path finish() {
        Path made = directory.resolve(MADE_BY_JUNIT);
        try {
            // JUnit tells of problems here and goes on; a file that is there all the same is an old one.
            if (!problems.toString().isEmpty()) {
                throw new IOException(problems.toString().strip());
            }
            if (!Files.exists(made)) {
                throw new IllegalStateException("JUnit has not written '" + made
                        + "'; hand the listener to an examination, and finish after its end");
            }
            return Files.move(made, directory.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static UncheckedIOException unusable(Path directory, IOException cause) {
        return new UncheckedIOException(
                "Cannot write " + FILE + " into '" + directory + "': " + cause
                        + "; name a directory that can be made or written",
                cause);
    }
}
