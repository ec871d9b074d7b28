package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.assertions.internal.message.MessageMask;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What helps to understand why a test failed: commands, provider, usage, what it tried to reach, what its provider said, and files, with secrets masked. */
public final class Diagnosis {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final SelectedSandbox selected;
    private final RecordingSandbox recording;
    private final MessageMask mask;
    private final Chronicle.@Nullable Earlier earlier;
    private final Mark now;
    private final String usage;
    private final String network;
    private final String files;
    private final String written;
    private final String events;
    private final String said;

    private Diagnosis(
            SelectedSandbox selected,
            RecordingSandbox recording,
            SandboxLog log,
            Chronicle.@Nullable Earlier earlier,
            Inquiry inquiry) {
        this.selected = selected;
        this.recording = recording;
        this.mask = MessageMask.of(recording);
        this.earlier = earlier;
        this.now = recording.mark();
        this.usage = selected.selection().capabilities().has(Capability.USAGE)
                ? inquiry.ask(() -> recording.usage().toString())
                : "(the provider cannot tell)";
        Instant since = earlier == null ? Instant.EPOCH : earlier.from().at();
        this.network = selected.selection().capabilities().has(Capability.NETWORK_LOG)
                ? inquiry.ask(() -> tried(recording, since))
                : "(the provider cannot tell)";
        AtomicReference<@Nullable String> writtenSince = new AtomicReference<>();
        this.files = inquiry.ask(() -> {
            FileTree tree = FileTree.of(recording);
            writtenSince.set(tree.writtenSince(since));
            return tree.marking(recording.handedOut().at());
        });
        this.written = Objects.requireNonNullElse(writtenSince.get(), files);
        this.events = log.of(recording.id(), since);
        this.said = inquiry.ask(recording::providerLog);
    }

    /**
     * Asks a sandbox for all that helps, within a time that it cannot draw out.
     *
     * @param chronicle what tests were told about it before
     * @param began when the test began that has failed; null if nobody knows
     */
    public static Diagnosis of(
            SelectedSandbox selected,
            RecordingSandbox recording,
            SandboxLog log,
            Chronicle chronicle,
            @Nullable Mark began) {
        return new Diagnosis(selected, recording, log, chronicle.before(began), Inquiry.within(LONGEST));
    }

    static Diagnosis within(Duration longest, SelectedSandbox selected, RecordingSandbox recording, SandboxLog log) {
        return new Diagnosis(selected, recording, log, null, Inquiry.within(longest));
    }

    /**
     * Attaches what was seen so far to a test that is about to be interrupted; what runs there still runs. Asks the sandbox nothing: the
     * interruption waits for this, and those of other tests may as well.
     */
    public static void attachBeforeInterrupt(RecordingSandbox recording, SandboxLog log, ExtensionContext test) {
        String commands = recording.transcript().toString();
        MessageMask mask = MessageMask.of(recording);
        String text = mask.shown("Sandbox " + recording.id() + ", before its test was interrupted"
                + section("Events", log.of(recording.id()))
                + section("Commands", commands));
        test.publishReportEntry("sandbox.beforeInterrupt", mask.shown(commands));
        attach(test, recording.id() + "-before-interrupt.txt", text);
    }

    /**
     * Attaches it to a test: in short as report entries, in full as a file. Of a sandbox that was attached to an earlier test already, only
     * what came since.
     */
    public void attachTo(ExtensionContext test) {
        Map<String, String> entries = ChoiceEntries.of(selected);
        entries.put("sandbox.usage", mask.shown(usage));
        entries.put("sandbox.transcript", mask.shown(ran(since(), now)));
        if (earlier != null) {
            entries.put("sandbox.attachedTo", mask.shown(earlier.first()));
        }
        test.publishReportEntry(entries);
        attach(test, recording.id() + ".txt", text());
    }

    /** Returns up to when it tells what happened. */
    public Mark upTo() {
        return now;
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
        String about =
                "Sandbox " + recording.id() + " on " + selected.selection().describe();
        return mask.shown(
                earlier == null
                        ? about
                                + section("Passed over", rejections())
                                + section("Events", events)
                                + section("Commands", ran(since(), now))
                                + section("Usage", usage)
                                + section("Network", network)
                                + providerSaid()
                                + section("Files (* written since the sandbox was handed out)", files)
                        : about + sinceThen(earlier));
    }

    /** What the test did that failed now, and what nobody was told that was before. */
    private String sinceThen(Chronicle.Earlier told) {
        String last = told.last() + " failed";
        String running = recording.transcript().running(since().commands());
        return "\n\nTests share it. What was known when " + told.first() + " failed is attached there, in the same file"
                + (told.last().equals(told.first())
                        ? "."
                        : "; the test that failed last before this one is " + told.last() + ".")
                + section("Events since " + last, events)
                + section(
                        told.began() == null ? "Commands since " + last : "Commands since this test began",
                        ran(since(), now))
                + (since().commands() > told.until().commands()
                        ? section("Commands before that, since " + last, ran(told.until(), since()))
                        : "")
                + (running.isEmpty() ? "" : section("Commands from before that still run", running))
                + section("Usage", usage)
                + section("Network since " + last, network)
                + providerSaid()
                + section("Files written since " + last, written);
    }

    private String providerSaid() {
        return said.isEmpty() ? "" : section("What the provider has said", said);
    }

    /** Returns from when on the commands are those of the test. */
    private Mark since() {
        if (earlier == null) {
            return recording.handedOut();
        }
        return earlier.began() == null ? earlier.until() : earlier.began();
    }

    private String ran(Mark from, Mark until) {
        return recording.transcript().between(from.commands(), until.commands());
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

    private static String tried(Sandbox sandbox, Instant since) {
        List<NetworkAttempt> attempts = sandbox.networkAttempts().stream()
                .filter(attempt -> !attempt.at().isBefore(since))
                .toList();
        return attempts.isEmpty()
                ? "(nothing was tried that could be seen)"
                : attempts.stream().map(attempt -> attempt.at() + " " + attempt).collect(Collectors.joining("\n"));
    }
}
