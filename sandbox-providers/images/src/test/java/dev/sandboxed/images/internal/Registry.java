package dev.sandboxed.images.internal;

import static org.awaitility.Awaitility.await;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/** A registry on the loopback interface, for as long as it is open. */
final class Registry implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/bin/docker-registry");

    private final Path folder;
    private final int port;
    private final Process process;

    private Registry(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static Registry start(Path folder) throws IOException {
        Assumptions.assumeTrue(
                Files.isExecutable(PROGRAM), "there is no registry here: apt-get install docker-registry");
        int port = freePort();
        Path config = Files.writeString(folder.resolve("registry.yml"), """
                version: 0.1
                log:
                  level: error
                storage:
                  filesystem:
                    rootdirectory: %s
                http:
                  addr: 127.0.0.1:%d
                """.formatted(folder.resolve("stored"), port));
        Process process = new ProcessBuilder(PROGRAM.toString(), "serve", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("registry.log").toFile())
                .start();
        Registry registry = new Registry(folder, port, process);
        await().atMost(Duration.ofSeconds(30)).until(registry::answers);
        return registry;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    String name(String image) {
        return "127.0.0.1:" + port + "/" + image;
    }

    /** Returns it an image that says something in {@code /greeting}. */
    void push(String image, String greeting) throws Exception {
        Path file = Files.writeString(folder.resolve("greeting"), greeting);
        Jib.fromScratch()
                .setPlatforms(Set.of(new Platform(HostPlatform.architecture(), "linux")))
                .addLayer(List.of(file), AbsoluteUnixPath.get("/"))
                .addEnvironmentVariable("GREETING", greeting)
                .containerize(Containerizer.to(RegistryImage.named(name(image)))
                        .setAllowInsecureRegistries(true)
                        .setBaseImageLayersCache(folder.resolve("layers"))
                        .setApplicationLayersCache(folder.resolve("own")));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
