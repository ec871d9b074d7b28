package dev.sandboxed.linux.internal.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnclosingContainerTests {

    private static final String ID = "0123456789abcdef".repeat(4);
    private static final String ROOT =
            "100 1 0:40 / / rw,relatime - overlay overlay rw,lowerdir=/l/A:/l/B,upperdir=/d/overlay2/x/diff,workdir=/w";
    private static final String NAME =
            "101 100 254:0 /data/containers/" + ID + "/hostname /etc/hostname rw,relatime - ext4 /dev/vda rw";

    @TempDir
    Path root;

    private Optional<EnclosingContainer> where(String... mounts) throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc/self"));
        Files.write(folder.resolve("mountinfo"), List.of(mounts));
        return EnclosingContainer.at(root);
    }

    @Test
    void theMountsOfAContainerTellItsIdAndItsLayer() throws IOException {
        assertThat(where(ROOT, NAME)).contains(new EnclosingContainer(ID, "/d/overlay2/x/diff"));
    }

    @Test
    void whatLiesAboveCounts() throws IOException {
        String above = "102 101 0:50 / /etc/hostname rw - tmpfs tmpfs rw";

        assertThat(where(ROOT, NAME, above)).isEmpty();
        assertThat(where(ROOT, NAME, "103 100 254:0 / / rw - ext4 /dev/vda rw")).isEmpty();
    }

    @Test
    void aHostOfContainersIsNone() throws IOException {
        assertThat(where(
                        "1 0 254:0 / / rw - ext4 /dev/vda rw",
                        "2 1 0:44 / /data/containers/" + ID + "/mounts/shm rw - tmpfs shm rw",
                        "3 1 0:45 / /data/overlay2/x/merged rw - overlay overlay rw,upperdir=/d/overlay2/x/diff"))
                .isEmpty();
    }

    @Test
    void halfOfTheTracesIsNotEnough() throws IOException {
        assertThat(where(NAME)).isEmpty();
        assertThat(where(ROOT)).isEmpty();
        assertThat(where(ROOT, NAME.replace(ID, "abc"))).isEmpty();
        assertThat(where("", "x y", ROOT.replace("upperdir", "lowerdir"), NAME)).isEmpty();
    }

    @Test
    void whereNothingTellsOfMountsThereIsNone() {
        assertThat(EnclosingContainer.at(root.resolve("nowhere"))).isEmpty();
    }
}
