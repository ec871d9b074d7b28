package dev.sandboxed.junit.inside;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sandboxed.junit.InsideSandbox;
import java.nio.file.Files;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

@InsideSandbox
class Reporting {

    @Test
    void reports(TestReporter reporter) {
        System.out.println("printed inside: Ünïcödé");
        reporter.publishEntry("key", "value");
        reporter.publishFile(
                "note.txt", MediaType.TEXT_PLAIN_UTF_8, file -> Files.writeString(file, "attached inside"));
        reporter.publishDirectory("folder", folder -> Files.writeString(folder.resolve("deep.txt"), "in a folder"));
        assertNotNull(reporter);
    }
}
