package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.internal.archive.ArchiveStorm;
import dev.sandboxed.conformance.internal.archive.HostileArchives;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import dev.sandboxed.conformance.internal.host.Removal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Generated streams in the place of what an honest guest sends. */
class HostileDownloadTests {

    private static final String ELSEWHERE = "/elsewhere";
    private static final DataSize BUDGET = DataSize.ofMebibytes(16);
    private static final int RUNS_AS_OWNER = 06000;

    @RegisterExtension
    final ArchiveStorm storm = new ArchiveStorm();

    @TempDir
    Path folder;

    private WatchedTree tree;
    private HostileArchives archives;
    private Path target;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        archives = HostileArchives.against(tree.top()).below("t/");
        target = tree.room().resolve("target");
    }

    /** A guest that sends another archive of the same seed when it is asked where a link leads. */
    private static GuestFiles guest(long seed, LongFunction<byte[]> made) {
        return SendingGuest.files(
                path -> new ByteArrayInputStream(made.apply(path.equals(ELSEWHERE) ? ~seed : seed)),
                command -> SendingGuest.said(
                        command, command.argv().contains(Scripts.FOLLOW) ? ELSEWHERE + "\n" : SendingGuest.ROOT));
    }

    private boolean downloadToNothing(long seed) throws IOException {
        boolean taken = isDownloaded(seed);
        if (taken) {
            assertNothingLeadsOut();
        } else {
            assertThat(target).doesNotExist();
        }
        Removal.of(target);
        return taken;
    }

    /** What lies there already may lead out: that is the user's own doing. */
    private boolean downloadOverLinks(long seed) throws IOException {
        Files.createDirectories(target.resolve("a/a"));
        Files.createSymbolicLink(target.resolve("a/b"), tree.top().resolve("b"));
        Files.createSymbolicLink(target.resolve("b"), tree.top());
        Files.writeString(target.resolve("c"), "ours");
        Files.createSymbolicLink(target.resolve("d"), tree.top().resolve("d"));
        Map<String, String> before = arrived();
        boolean taken = isDownloaded(seed);
        if (!taken) {
            assertThat(arrived()).as("what was there before a refused download").isEqualTo(before);
        }
        Removal.of(target);
        return taken;
    }

    private boolean isDownloaded(long seed) throws IOException {
        try {
            guest(seed, archives.inOrder()::tar).download("t", target, DownloadOptions.DEFAULT.withBudget(BUDGET));
            arrived();
            return true;
        } catch (SandboxException refused) {
            return false;
        } finally {
            assertThat(tree.room().toFile().list()).isSubsetOf("target");
        }
    }

    /** Returns what lies in the target, none of which may be a file of somebody else's or run as its owner. */
    private Map<String, String> arrived() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (Path each : everything()) {
            Map<String, Object> seen =
                    Files.readAttributes(each, "unix:mode,nlink,isDirectory,isOther,size", LinkOption.NOFOLLOW_LINKS);
            assertThat((Integer) seen.get("mode") & RUNS_AS_OWNER)
                    .as("mode of %s", each)
                    .isZero();
            assertThat(seen.get("isOther")).as("whether %s is a device", each).isEqualTo(false);
            if (seen.get("isDirectory").equals(false)) {
                assertThat(seen.get("nlink")).as("names of %s", each).isEqualTo(1);
            }
            all.put(target.relativize(each).toString(), seen.get("mode") + " " + seen.get("size"));
        }
        return all;
    }

    private void assertNothingLeadsOut() throws IOException {
        for (Path each : everything()) {
            if (Files.exists(each)) {
                assertThat(each.toRealPath()).as("where %s leads", each).startsWith(target);
            }
        }
    }

    /** Lists the target and all that is in it, but for what is in folders that nobody may read. */
    private List<Path> everything() throws IOException {
        List<Path> all = new ArrayList<>();
        Files.walkFileTree(target, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes any) {
                return visitFile(folder, any);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes any) {
                all.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path folder, IOException denied) {
                return FileVisitResult.CONTINUE;
            }
        });
        return all;
    }

    private boolean read(long seed) throws IOException {
        try (InputStream content = guest(seed, archives::tar).read("t")) {
            content.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SandboxException refused) {
            return false;
        } finally {
            assertThat(tree.room()).isEmptyDirectory();
        }
    }

    @Test
    void noDownloadOfAFixedSeedGetsOut() {
        storm.fixed(tree, this::downloadToNothing);
    }

    @Test
    void noDownloadOfAFreshSeedGetsOut() {
        storm.fresh(tree, this::downloadToNothing);
    }

    @Test
    void noDownloadOfAFixedSeedGetsOutThroughLinksThatAreThere() {
        storm.fixed(tree, this::downloadOverLinks);
    }

    @Test
    void noDownloadOfAFreshSeedGetsOutThroughLinksThatAreThere() {
        storm.fresh(tree, this::downloadOverLinks);
    }

    @Test
    void noFileOfAFixedSeedBreaksWhoReadsIt() {
        storm.fixed(tree, this::read);
    }

    @Test
    void noFileOfAFreshSeedBreaksWhoReadsIt() {
        storm.fresh(tree, this::read);
    }
}
