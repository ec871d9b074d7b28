package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.assertions.internal.message.MessageMask;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What helps to understand why a test failed: commands, provider, usage, what it tried to reach, what its provider said, and files, with secrets masked. */
public final class Diagnosis {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final SelectedSandbox selected;
    private final RecordingSandbox recording;
    private final MessageMask mask;
    private final String usage;
    private final String network;
    private final String files;
    private final String events;
    private final String said;

    private Diagnosis(SelectedSandbox selected, RecordingSandbox recording, SandboxLog log, Inquiry inquiry) {
        this.selected = selected;
        this.recording = recording;
        this.mask = MessageMask.of(recording);
        this.usage = selected.selection().capabilities().has(Capability.USAGE)
                ? inquiry.ask(() -> recording.usage().toString())
                : "(the provider cannot tell)";
        this.network = selected.selection().capabilities().has(Capability.NETWORK_LOG)
                ? inquiry.ask(() -> tried(recording))
                : "(the provider cannot tell)";
        this.files = inquiry.ask(() -> FileTree.of(recording));
        this.events = log.of(recording.id());
        this.said = inquiry.ask(recording::providerLog);
    }

    /** Asks a sandbox for all that helps, within a time that it cannot draw out. */
    public static Diagnosis of(SelectedSandbox selected, RecordingSandbox recording, SandboxLog log) {
        return within(LONGEST, selected, recording, log);
    }

    static Diagnosis within(Duration longest, SelectedSandbox selected, RecordingSandbox recording, SandboxLog log) {
        return new Diagnosis(selected, recording, log, Inquiry.within(longest));
    }

    /**
     * Attaches what was seen so far to a test that is about to be interrupted; what runs there still runs. Asks the sandbox nothing: the
     * interruption waits for this, and those of other tests may as well.
     */
    public static void attachBeforeInterrupt(RecordingSandbox recording, SandboxLog log, ExtensionContext test) {
        String commands = recording.transcript().toString();
        MessageMask mask = MessageMask.of(recording);
        String text = mask.apply("Sandbox " + recording.id() + ", before its test was interrupted"
                + section("Events", log.of(recording.id()))
                + section("Commands", commands));
        test.publishReportEntry("sandbox.beforeInterrupt", mask.apply(commands));
        attach(test, recording.id() + "-before-interrupt.txt", text);
    }

    /** Attaches it to a test: in short as report entries, in full as a file. */
    public void attachTo(ExtensionContext test) {
        Map<String, String> entries = ChoiceEntries.of(selected);
        entries.put("sandbox.usage", usage);
        entries.put("sandbox.transcript", mask.apply(recording.transcript().toString()));
        test.publishReportEntry(entries);
        attach(test, recording.id() + ".txt", text());
    }

    private static void attach(ExtensionContext test, String name, String text) {
        test.publishFile(name, MediaType.TEXT_PLAIN_UTF_8, file -> Files.writeString(file, text));
    }

    /** Returns what the sandbox used, in a line, or why that is not known. */
    public String usage() {
        return mask.apply(usage);
    }

    /** Returns the files of its workdir, one in a line, or why they are not known. */
    public String files() {
        return mask.apply(files);
    }

    String text() {
        return mask.apply(
                "Sandbox " + recording.id() + " on " + selected.selection().describe()
                        + section("Passed over", rejections())
                        + section("Events", events)
                        + section("Commands", recording.transcript().toString())
                        + section("Usage", usage)
                        + section("Network", network)
                        + (said.isEmpty() ? "" : section("What the provider has said", said))
                        + section("Files (* written since the sandbox was handed out)", files));
    }

    private static String section(String title, String text) {
        return "\n\n" + title + "\n" + "-".repeat(title.length()) + "\n" + text;
    }

    private String rejections() {
        List<Rejection> passedOver = selected.selection().rejections();
        return passedOver.isEmpty()
                ? "(none)"
                : passedOver.stream().map(Rejection::toString).collect(Collectors.joining("\n"));
    }

    private static String tried(Sandbox sandbox) {
        List<NetworkAttempt> attempts = sandbox.networkAttempts();
        return attempts.isEmpty()
                ? "(nothing was tried that could be seen)"
                : attempts.stream().map(attempt -> attempt.at() + " " + attempt).collect(Collectors.joining("\n"));
    }
}
