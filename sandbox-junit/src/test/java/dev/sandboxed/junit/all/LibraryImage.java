package dev.sandboxed.junit.all;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An image of the engine with a static BusyBox and those libraries of the host that its JDK needs, and nothing else.
 *
 * @param name its name
 */
record LibraryImage(String name) implements AutoCloseable {

    private static final String RECIPE = """
            set -e
            root=$1
            java=$2
            mkdir -p "$root/bin" "$root/tmp" "$root/etc"
            cp "$(command -v busybox)" "$root/bin/busybox"
            for applet in $("$root/bin/busybox" --list); do ln -s busybox "$root/bin/$applet" 2>/dev/null || true; done
            for file in bin/java lib/libjli.so lib/libjava.so lib/libnio.so lib/libnet.so lib/libzip.so lib/libmanagement.so lib/server/libjvm.so; do
                ldd "$java/$file"
            done | awk '/=> \\// { print $3 } $1 ~ /^\\// { print $1 }' | sort -u | grep -v "^$java" | while read -r library; do
                mkdir -p "$root$(dirname "$library")"
                cp -L "$library" "$root$library"
            done
            tar -C "$root" -c . | docker import --change 'ENV PATH=/bin' - "$3"
            """;

    static LibraryImage make(Path folder) throws IOException {
        LibraryImage image =
                new LibraryImage("sandboxed-inside-test:" + Owner.current().pid());
        Path root = Files.createDirectories(folder.resolve("image"));
        run("sh", "-c", RECIPE, "sh", root.toString(), System.getProperty("java.home"), image.name);
        return image;
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    @Override
    public void close() throws IOException {
        run("docker", "image", "rm", "-f", name);
    }
}
