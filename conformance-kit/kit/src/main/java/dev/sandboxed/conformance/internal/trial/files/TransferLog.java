package dev.sandboxed.conformance.internal.trial.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.files.TransferListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what is told about the progress of an upload or a download. */
public final class TransferLog implements TransferListener {

    private final List<Step> steps = new CopyOnWriteArrayList<>();

    private record Step(String path, long files, long bytes) {}

    @Override
    public void transferred(String path, long files, long bytes) {
        steps.add(new Step(path, files, bytes));
    }

    /** Insists that each of these files was told once, and that the totals rose with it by one and by its size. */
    public void check(String transfer, Map<String, Integer> sizes) {
        assertEquals(sizes.size(), steps.size(), "the progress of " + transfer + " was not told file by file");
        long files = 0;
        long bytes = 0;
        for (Step step : steps) {
            List<Map.Entry<String, Integer>> named = sizes.entrySet().stream()
                    .filter(file -> step.path().endsWith("/" + file.getKey()))
                    .toList();
            assertEquals(1, named.size(), "the progress of " + transfer + " names another file: " + step.path());
            files++;
            bytes += named.get(0).getValue();
            assertEquals(files, step.files(), "the progress of " + transfer + " counts files wrongly");
            assertEquals(bytes, step.bytes(), "the progress of " + transfer + " counts bytes wrongly");
        }
        assertTrue(
                steps.stream().map(Step::path).distinct().count() == sizes.size(),
                () -> "the progress of " + transfer + " names a file twice: " + steps);
    }
}
