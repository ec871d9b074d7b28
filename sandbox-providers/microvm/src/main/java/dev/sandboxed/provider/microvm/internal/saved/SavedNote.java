package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.folder.internal.store.JsonFile;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/**
 * What is remembered of a saved machine, written when it is whole.
 *
 * @param origin all that it depends on, a line each
 * @param token the one that its listener answers to
 * @param word what the supervisor marks its words with that waits in it; empty if none does
 * @param memory the size of its memory, where that is a file
 * @param state the size of its state
 */
record SavedNote(String origin, String token, String word, long memory, long state) {

    private static final String NAME = "machine.json";

    static SavedNote of(SavedMachine saved, String origin, String token, String word) throws IOException {
        return new SavedNote(origin, token, word, memoryOf(saved), Files.size(saved.state()));
    }

    /** Reads that of a machine; throws {@link IOException} if there is none. */
    static SavedNote read(SavedMachine saved) throws IOException {
        return JsonFile.read(fileOf(saved), SavedNote.class);
    }

    void write(SavedMachine saved) throws IOException {
        JsonFile.write(fileOf(saved), this);
    }

    /**
     * Reads that of a machine that is about to be used, and takes down that it is.
     *
     * @throws IOException if it is not what was saved there, or no longer whole
     */
    static SavedNote ofIntact(SavedMachine saved, String origin) throws IOException {
        SavedNote note = read(saved);
        if (!note.origin().equals(origin) || !note.fits(saved)) {
            throw new IOException("it is not what was saved there");
        }
        Files.setLastModifiedTime(saved.folder(), FileTime.from(Instant.now()));
        return note;
    }

    /** Returns whether the sizes are those of a machine. */
    private boolean fits(SavedMachine saved) throws IOException {
        return memory == memoryOf(saved) && state == Files.size(saved.state());
    }

    private static long memoryOf(SavedMachine saved) throws IOException {
        return Files.exists(saved.memory()) ? Files.size(saved.memory()) : 0;
    }

    private static Path fileOf(SavedMachine saved) {
        return saved.folder().resolve(NAME);
    }
}
