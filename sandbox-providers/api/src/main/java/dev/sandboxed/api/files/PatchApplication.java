package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.internal.diff.FilePatch;
import dev.sandboxed.api.internal.diff.Hunk;
import dev.sandboxed.api.internal.diff.Lines;
import dev.sandboxed.api.internal.diff.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the changes of a patch: all are tried before the first is made. */
final class PatchApplication {

    private final SandboxFiles files;

    /** What files will have in them; empty for those that will be gone. */
    private final Map<String, Optional<String>> outcome = new LinkedHashMap<>();

    private final Map<String, Integer> modes = new LinkedHashMap<>();

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
        List<String> lines = new ArrayList<>(
                part.from().map(from -> Lines.of(text(part, from))).orElse(List.of()));
        change(part, lines);
        if (part.to().isEmpty() && !lines.isEmpty()) {
            throw rejected(part, "the diff deletes it, but it has " + lines.size() + " lines more than the diff has");
        }
        if (!part.to().equals(part.from())) {
            part.from().flatMap(this::mode).ifPresent(bits -> part.to().ifPresent(to -> modes.put(to, bits)));
        }
        gone.ifPresent(from -> {
            outcome.put(from, Optional.empty());
            modes.remove(from);
        });
        part.to().ifPresent(to -> {
            outcome.put(to, Optional.of(String.join("", lines)));
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

    private static void change(FilePatch part, List<String> lines) {
        int shift = 0;
        int earliest = 0;
        for (Hunk hunk : part.hunks()) {
            int place = hunk.placeIn(lines, shift, earliest);
            if (place < 0) {
                throw rejected(
                        part,
                        "the lines that " + hunk.header() + " changes are not in it, beginning with '"
                                + hunk.before().get(0).strip() + "'");
            }
            hunk.applyTo(lines, place);
            int wanted = hunk.before().isEmpty() ? hunk.line() : hunk.line() - 1;
            shift = place - wanted + hunk.after().size() - hunk.before().size();
            earliest = place + hunk.after().size();
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
        if (!files.exists(path)) {
            return Optional.empty();
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
