package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Large files go through the daemon's own way for files, as they are. */
@Timeout(60)
class LargeFileTests {

    private static final int SIZE = 4 << 20;
    /** Text that carries bytes is longer by a third. */
    private static final long MOST_ON_THE_WAY = SIZE + SIZE / 10;

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("bubblewrap");

    private final byte[] content = new byte[SIZE];

    @TempDir
    private Path folder;

    private FaultyWay way;
    private E2bProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        new Random(7).nextBytes(content);
        way = new FaultyWay(E2B.server().sandboxUrl());
        Map<String, String> settings = new HashMap<>(E2B.settings());
        settings.put("sandboxUrl", way.url());
        settings.put("requestTimeout", "10s");
        provider = new E2bProvider(ProviderContext.in(folder).withSettings(settings));
        sandbox = provider.create(
                SandboxSpec.builder().startupTimeout(Duration.ofSeconds(20)).build());
    }

    @AfterEach
    void close() throws IOException {
        provider.close();
        way.close();
    }

    @Test
    void aLargeFileIsWrittenAsItIsAndLeavesNoArchiveBehind() throws Exception {
        long before = way.moved();
        sandbox.files().write("large", content, WriteOptions.DEFAULT.withMode(0640));
        assertThat(way.moved() - before).isBetween((long) SIZE, MOST_ON_THE_WAY);

        assertThat(sandbox.files().stat("large").mode()).isEqualTo(0640);
        assertThat(sandbox.shell("sha256sum <large").stdout()).isEqualTo(checksumOf(content));
        assertThat(sandbox.shell("ls -A /tmp").stdout()).isEmpty();
    }

    @Test
    void aLargeFileIsReadAsItIs() throws Exception {
        sandbox.shell("head -c " + SIZE + " /dev/urandom >large; ln -s large link");
        long before = way.moved();
        byte[] read = sandbox.files().readBytes("link");
        assertThat(way.moved() - before).isBetween((long) SIZE, MOST_ON_THE_WAY);

        assertThat(checksumOf(read)).isEqualTo(sandbox.shell("sha256sum <large").stdout());
    }

    @Test
    void aFileThatGrowsWhileItIsReadIsReadAsLongAsItWas() throws IOException {
        sandbox.files().write("log", content);
        try (InputStream log = sandbox.files().read("log")) {
            byte[] start = log.readNBytes(1000);
            sandbox.shell("echo more >>log");
            byte[] rest = log.readAllBytes();
            assertThat(start.length + rest.length).isEqualTo(SIZE);
        }
    }

    @Test
    void aFileWhoseConnectionBreaksIsNeverAShorterFile() throws IOException {
        sandbox.files().write("large", content);
        InputStream large = sandbox.files().read("large");
        assertThat(large.readNBytes(1000)).hasSize(1000);
        way.reset();
        assertThatThrownBy(large::readAllBytes).isInstanceOf(SandboxException.class);
        assertThat(sandbox.exec("true").succeeded()).isTrue();
    }

    @Test
    void aFileThatMayNotBeReadIsNotHandedOutByTheDaemon() {
        sandbox.files().write("secret", content, WriteOptions.DEFAULT.withMode(0));
        if (sandbox.shell("cat secret >/dev/null").succeeded()) {
            assertThat(sandbox.files().readBytes("secret")).isEqualTo(content);
        } else {
            assertThatThrownBy(() -> sandbox.files().readBytes("secret")).isInstanceOf(SandboxFileException.class);
        }
    }

    @Test
    void aLargeTreeArrivesWhole() throws Exception {
        Path tree = Files.createDirectories(folder.resolve("tree/below"));
        Files.write(tree.resolve("large"), content);
        Files.writeString(tree.resolve("small"), "small");
        sandbox.files().upload(folder.resolve("tree"), "tree");
        assertThat(sandbox.shell("sha256sum <tree/below/large").stdout()).isEqualTo(checksumOf(content));
        assertThat(sandbox.files().readText("tree/below/small")).isEqualTo("small");
    }

    @Test
    void aSandboxThatIsGoneIsToldAsSuch() {
        E2B.behind().list().forEach(info -> E2B.behind().connect(info.id()).close());
        assertThatThrownBy(() -> sandbox.files().write("large", content)).isInstanceOf(SandboxDestroyedException.class);
    }

    /** Returns what sha256sum prints. */
    private static String checksumOf(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)) + "  -\n";
    }
}
