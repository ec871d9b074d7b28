package dev.sandboxed.junit.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the page of a build lies, with the runs that it is made from. Several JVMs may use the same one at the same time.
 *
 * @param folder the folder, which need not exist
 */
public record ReportFolder(Path folder) {

    /** A lock of a file keeps other processes out, not other threads of this one. */
    private static final ReentrantLock THIS_PROCESS = new ReentrantLock();

    private static final String UNFINISHED = ".unfinished";

    /**
     * Adds a run, and makes the page anew from all runs of its build. Those of other builds are removed.
     *
     * @throws IOException if the folder cannot be written to
     */
    public void add(RunReport run) throws IOException {
        Files.createDirectories(folder);
        THIS_PROCESS.lock();
        try (FileChannel file =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            sweep(lock);
            JsonNode added = ReportJson.tree(run);
            List<JsonNode> runs = earlier(added);
            runs.add(added);
            write("run-" + run.id() + ".json", added.toString());
            JsonNode report = ReportJson.merged(runs);
            write("report.json", report.toString());
            write("trace.json", ChromeTrace.of(report).toString());
            write("index.html", Page.of(report));
        } finally {
            THIS_PROCESS.unlock();
        }
    }

    /** What is unfinished while we have the lock was left by a JVM that was killed. */
    private void sweep(FileLock held) throws IOException {
        if (!held.isValid()) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + UNFINISHED)) {
            for (Path file : left) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<JsonNode> earlier(JsonNode added) throws IOException {
        List<JsonNode> same = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "run-*.json")) {
            for (Path file : files) {
                JsonNode run = ReportJson.read(file);
                if (SameBuild.isOf(run, added)) {
                    same.add(run);
                } else {
                    Files.deleteIfExists(file);
                }
            }
        }
        return same;
    }

    /** Whoever reads sees the old text or the new one, never half of it. */
    private void write(String name, String text) throws IOException {
        Path unfinished = folder.resolve(name + UNFINISHED);
        // Not through Files.writeString, which refuses half a pair of surrogates; a test's name can hold one.
        Files.write(unfinished, text.getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
