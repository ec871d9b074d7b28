package dev.sandboxed.folder.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftsTests {

    private static final String HERE = Drafts.shortNameOf(ProcessWorld.current());
    private static final String ELSEWHERE = "0123456789abcdef";
    private static final Owner DEAD = new Owner(Owner.current().pid(), "another-boot/1");

    @TempDir
    Path folder;

    private Path draft(String world, Owner maker, Duration age) throws IOException {
        Path draft = Files.createDirectory(folder.resolve(Drafts.nameOf(world, maker) + "0123456789ab"));
        Files.createFile(draft.resolve("file"));
        Files.setLastModifiedTime(draft, FileTime.from(Instant.now().minus(age)));
        return draft;
    }

    @Test
    void whatTheDeadLeftIsRemovedAndWhatTheLivingMakeStays() throws IOException {
        Path dead = draft(HERE, DEAD, Duration.ZERO);
        Path living = draft(HERE, Owner.current(), Duration.ofDays(9));
        Path own = new Drafts(folder).nextFolder();

        new Drafts(folder).sweep();

        assertThat(dead).doesNotExist();
        assertThat(living).exists();
        assertThat(own).exists();
    }

    @Test
    void whatIsMadeWhereNobodyCanLookStaysForADay() throws IOException {
        Path recent = draft(ELSEWHERE, Owner.current(), Duration.ofHours(23));
        Path old = draft(ELSEWHERE, DEAD, Duration.ofHours(25));

        new Drafts(folder).sweep();

        assertThat(recent).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void whatHasAnotherNameStays() throws IOException {
        Path other = Files.createDirectory(folder.resolve("draft-of-a-letter"));
        new Drafts(folder).sweep();
        assertThat(other).exists();
    }

    @Test
    void aFolderThatIsNotThereHasNothingToSweep() throws IOException {
        Path missing = folder.resolve("missing");
        new Drafts(missing).sweep();
        assertThat(missing).doesNotExist();
    }
}
