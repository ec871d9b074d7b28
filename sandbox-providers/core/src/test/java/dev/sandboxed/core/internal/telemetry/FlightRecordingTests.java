package dev.sandboxed.core.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTests {

    @TempDir
    Path folder;

    @Test
    void aRecordingShowsWhatHappenedToSandboxes() throws IOException {
        Path file = folder.resolve("told.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            Told.to(new FlightRecording());
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.sandboxed."))
                .toList();

        assertThat(events)
                .extracting(event -> event.getEventType().getName().substring("dev.sandboxed.".length()))
                .containsExactlyInAnyOrder(
                        "Creation", "Fallback", "Claim", "Command", "Command", "Destruction", "Creation", "Claim");
        assertThat(events)
                .allSatisfy(event -> assertThat(event.getString("provider")).isEqualTo("docker"));
        assertThat(named(events, "Command"))
                .extracting(
                        event -> event.getString("outcome") + " " + event.getInt("exitCode") + event.getString("error"))
                .containsExactlyInAnyOrder("OUT_OF_MEMORY 137", " 0file-not-found");
        assertThat(named(events, "Creation"))
                .extracting(event -> event.getString("sandbox") + event.getString("error"))
                .containsExactlyInAnyOrder("first", "secondstart");
        assertThat(named(events, "Claim"))
                .extracting(event -> event.getBoolean("hit") + " "
                        + event.getDuration("waited").toMillis())
                .containsExactlyInAnyOrder("true 5", "false 300");
        assertThat(events.toString()).doesNotContain("hunter2");
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().endsWith("." + name))
                .toList();
    }
}
