package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.internal.diff.FilePatch;
import dev.sandboxed.api.internal.diff.Hunk;
import dev.sandboxed.api.internal.diff.Lines;
import dev.sandboxed.api.internal.diff.PatchedText;
import dev.sandboxed.api.internal.diff.PlainText;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes the changes of a patch: all are tried before the first is made. */
final class PatchApplication {

    private static final DataSize MOST_MADE = DataSize.ofBytes(2 * SandboxFiles.MOST_IN_MEMORY.bytes());
    private static final DataSize MOST_SEARCHED = DataSize.ofMebibytes(512);

    private final SandboxFiles files;

    /** What files will have in them; empty for those that will be gone. */
    private final Map<String, Optional<String>> outcome = new LinkedHashMap<>();

    private final Map<String, Integer> modes = new LinkedHashMap<>();

    /** What those that are copied have in them: all copies share it. */
    private final Map<String, String> originals = new HashMap<>();

    private long made;
    private long searched;

    PatchApplication(SandboxFiles files) {
        this.files = files;
    }

    void apply(Patch patch) {
        patch.parts().forEach(this::plan);
        outcome.forEach((path, text) -> {
            if (text.isEmpty() && files.exists(path)) {
                files.delete(path);
            }
        });
        outcome.forEach((path, text) -> text.ifPresent(content -> files.write(path, content)));
        modes.forEach(files::chmod);
    }

    private void plan(FilePatch part) {
        Optional<String> gone =
                part.from().filter(from -> !part.keepsSource() && !part.to().equals(Optional.of(from)));
        if (part.to().isPresent()
                && !part.to().equals(part.from())
                && current(part.name()).isPresent()) {
            throw rejected(part, "it is there already, and the diff makes a new one");
        }
        String before = part.from().map(from -> text(part, from)).orElse("");
        if (part.keepsSource()) {
            part.from().ifPresent(from -> originals.put(from, before));
        }
        String after = part.hunks().isEmpty() ? before : changed(part, before);
        if (part.to().isEmpty() && !after.isEmpty()) {
            throw rejected(
                    part, "the diff deletes it, but it has " + Lines.count(after) + " lines more than the diff has");
        }
        if (!part.to().equals(part.from())) {
            part.from().flatMap(this::mode).ifPresent(bits -> part.to().ifPresent(to -> modes.put(to, bits)));
        }
        gone.ifPresent(from -> {
            outcome.put(from, Optional.empty());
            modes.remove(from);
        });
        part.to().ifPresent(to -> {
            spend(to, after.length());
            outcome.put(to, Optional.of(after));
            part.mode().ifPresent(bits -> modes.put(to, bits));
        });
    }

    /** Returns the mode that a file has by then; empty if it will be that of new files. */
    private Optional<Integer> mode(String path) {
        Integer planned = modes.get(path);
        return planned != null || !files.exists(path)
                ? Optional.ofNullable(planned)
                : Optional.of(files.stat(path).mode());
    }

    private String changed(FilePatch part, String before) {
        PatchedText text = new PatchedText(before);
        for (Hunk hunk : part.hunks()) {
            if (!text.apply(hunk)) {
                throw rejected(
                        part,
                        "the lines that " + hunk.header() + " changes are not in it, beginning with '"
                                + hunk.before().get(0).strip() + "'");
            }
            if (searched + text.searched() > MOST_SEARCHED.bytes()) {
                throw rejected(
                        part,
                        "up to " + hunk.header() + " more than " + MOST_SEARCHED
                                + " were gone through for lines that are far from where it has them");
            }
        }
        searched += text.searched();
        return text.whole();
    }

    /** Counts what is made of files that are changed later, too: to go through a large file again and again takes its time. */
    private void spend(String path, int characters) {
        made += characters;
        if (made > MOST_MADE.bytes()) {
            String actual = DataSize.ofBytes(made).toString();
            throw new ResourceLimitException(
                    Resource.TRANSFER,
                    MOST_MADE.toString(),
                    actual,
                    Fault.of("The patch makes files of " + actual + " up to '" + path + "', and at most " + MOST_MADE
                                    + " are held in memory; nothing was changed")
                            .remedy("make several patches of it, and copy large files with a command"));
        }
    }

    private String text(FilePatch part, String path) {
        return current(path).orElseThrow(() -> rejected(part, "there is no " + path));
    }

    /** Returns what a file has in it by then; empty if it is not there. */
    private Optional<String> current(String path) {
        Optional<String> planned = outcome.get(path);
        if (planned != null) {
            return planned;
        }
        String original = originals.get(path);
        if (original != null || !files.exists(path)) {
            return Optional.ofNullable(original);
        }
        return Optional.of(PlainText.of(files.readBytes(path))
                .orElseThrow(() -> new PatchRejectedException(
                        Fault.of("The patch cannot be applied to " + path + ": what is in it is no text in UTF-8")
                                .remedy("write the whole file with files().write"))));
    }

    private static PatchRejectedException rejected(FilePatch part, String why) {
        return new PatchRejectedException(Fault.of("The patch cannot be applied to " + part.name() + ": " + why)
                .remedy("make it from the files that are in the sandbox; nothing was changed"));
    }
}
