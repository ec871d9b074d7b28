package dev.sandboxed.provider.oci.internal.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.linux.internal.files.NamedPipes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountTests {

    @TempDir
    Path folder;

    private LayeredRoot root;

    @BeforeEach
    void writeAccounts() throws IOException {
        root = new LayeredRoot(folder.toRealPath().resolve("root"), null);
        Path etc = Files.createDirectories(root.changes().resolve("etc"));
        Files.writeString(etc.resolve("passwd"), "root:x:0:0::/:\nworker:x:1000:100::/:\nbroken\nodd:x:a:b::/:\n");
        Files.writeString(etc.resolve("group"), "root:x:0:\nstaff:x:50:\n");
    }

    @ParameterizedTest
    @CsvSource({
        "worker, 1000, 100",
        "1000, 1000, 100",
        "4711, 4711, 0",
        "worker:staff, 1000, 50",
        "worker:7, 1000, 7",
        "'', 0, 0"
    })
    void aUserIsFoundByNameAndByNumber(String user, int uid, int gid) {
        assertThat(Account.of(user, root)).isEqualTo(new Account(uid, gid));
    }

    @ParameterizedTest
    @CsvSource({"nobody-here, user 'nobody-here'", "odd, user 'odd'", "worker:none, group 'none'"})
    void whoIsUnknownIsNamed(String user, String named) {
        assertThatThrownBy(() -> Account.of(user, root))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(named);
    }

    @Test
    void accountsBehindALinkThatLeadsOutAreNotRead() throws IOException {
        Path outside = Files.writeString(folder.resolve("passwd"), "stranger:x:5:5::/:\n");
        Path passwd = root.changes().resolve("etc/passwd");
        Files.delete(passwd);
        Files.createSymbolicLink(passwd, outside);

        assertThatThrownBy(() -> Account.of("stranger", root)).isInstanceOf(SandboxStartException.class);
    }

    /** Whoever runs inside can do so at any time. */
    @ParameterizedTest
    @ValueSource(strings = {"pipe", "endless"})
    void accountsThatAreSwappedWhileTheyAreReadHeldUsUp(String instead) throws Exception {
        Path etc = root.changes().resolve("etc");
        Path plain = Files.copy(etc.resolve("passwd"), etc.resolve("plain"));
        Path other = etc.resolve(instead);
        if (instead.equals("pipe")) {
            NamedPipes.make(List.of(other));
        } else {
            Files.createSymbolicLink(other, Path.of("/dev/zero"));
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> swapping = CompletableFuture.runAsync(() -> swap(etc, List.of(plain, other), done));
        try {
            CompletableFuture<Long> found = CompletableFuture.supplyAsync(() -> Stream.generate(this::findsWorker)
                    .limit(20_000)
                    .filter(yes -> yes)
                    .count());

            assertThat(found.get(30, TimeUnit.SECONDS)).isPositive();
        } finally {
            done.set(true);
            swapping.join();
        }
    }

    private boolean findsWorker() {
        try {
            return Account.of("worker", root).uid() == 1000;
        } catch (SandboxStartException notNow) {
            return false;
        }
    }

    private static void swap(Path etc, List<Path> files, AtomicBoolean done) {
        Path next = etc.resolve("next");
        try {
            for (int i = 0; !done.get(); i++) {
                Files.createLink(next, files.get(i % 2));
                Files.move(next, etc.resolve("passwd"), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
