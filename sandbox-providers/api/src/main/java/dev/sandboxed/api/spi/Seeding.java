package dev.sandboxed.api.spi;

import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SeedFile;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the seed files of a spec in their places, those without anything special together: each way in may be a long one. */
final class Seeding {

    private final SandboxFiles files;
    private final Deadline deadline;
    private final Map<String, byte[]> together = new LinkedHashMap<>();

    Seeding(SandboxFiles files, Deadline deadline) {
        this.files = files;
        this.deadline = deadline;
    }

    /** Puts them there in their order, so that a later one replaces an earlier one. */
    void plant(List<SeedFile> seeds) {
        for (SeedFile seed : seeds) {
            if (seed instanceof SeedFile.Inline inline && inline.mode() == WriteOptions.MODE_OF_NEW_FILES) {
                together.remove(seed.path());
                together.put(seed.path(), inline.content());
            } else {
                plantTogether();
                plantAlone(seed);
            }
        }
        plantTogether();
    }

    private void plantTogether() {
        if (!together.isEmpty()) {
            deadline.check("seed files, " + together.size() + " of them");
            files.writeAll(together);
            together.clear();
        }
    }

    private void plantAlone(SeedFile seed) {
        deadline.check("seed file " + seed.path());
        if (seed instanceof SeedFile.Inline inline) {
            files.write(
                    seed.path(),
                    new ByteArrayInputStream(inline.content()),
                    WriteOptions.DEFAULT.withMode(inline.mode()));
        } else if (seed instanceof SeedFile.FromHost copy) {
            files.upload(copy.source(), seed.path(), (path, count, bytes) -> deadline.check("seed file " + path));
        }
    }
}
