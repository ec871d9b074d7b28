package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.w3c.dom.Document;

class JunitXmlTests {

    @TempDir
    private Path scratch;

    /** Surefire does not run nested classes by themselves. */
    static class Sample {

        @Test
        void passes() {
            assertThat(getClass()).isEqualTo(Sample.class);
        }
    }

    @Test
    void whatJunitSawIsWritten() throws IOException {
        Path directory = scratch.resolve("made");
        JunitXml junit = JunitXml.in(directory);
        run(junit);

        Path file = junit.finish();

        assertThat(file).isEqualTo(directory.resolve("junit.xml"));
        Document report = Xml.parse(Files.readString(file));
        assertThat(Xml.elements(report, "testcase"))
                .extracting(test -> test.getAttribute("name"))
                .containsExactly("passes()");
        assertThat(directory.resolve("TEST-junit-jupiter.xml")).doesNotExist();
    }

    @Test
    void anEarlierFileIsReplaced() throws IOException {
        Files.writeString(scratch.resolve("junit.xml"), "old");
        JunitXml junit = JunitXml.in(scratch);
        run(junit);

        assertThat(junit.finish()).content().doesNotContain("old").contains("<testcase");
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamedAtOnce() throws IOException {
        Path file = Files.createFile(scratch.resolve("file"));

        assertThatThrownBy(() -> JunitXml.in(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("Cannot write junit.xml into '" + file + "'");
    }

    @Test
    void whatJunitCouldNotWriteIsTold() throws IOException {
        Path directory = scratch.resolve("directory");
        JunitXml junit = JunitXml.in(directory);
        Files.delete(directory);
        Files.createFile(directory);
        run(junit);

        assertThatThrownBy(junit::finish)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("Cannot write junit.xml into '" + directory + "'");
    }

    @Test
    void withoutAnExaminationThereIsNothingToFinish() {
        assertThatIllegalStateException()
                .isThrownBy(JunitXml.in(scratch)::finish)
                .withMessageContaining("hand the listener to an examination");
    }

    private static void run(JunitXml junit) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Sample.class))
                                .build(),
                        junit.listener());
    }
}
