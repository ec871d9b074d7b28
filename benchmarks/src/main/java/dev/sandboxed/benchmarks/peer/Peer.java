package dev.sandboxed.benchmarks.peer;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** A container of Testcontainers that does nothing but wait for commands, under the same conditions as a sandbox. */
public final class Peer implements Subject {

    /**
     * What Testcontainers reads from the environment and nowhere else. Ryuk is an image that would have to be pulled; so
     * is the one with which it finds out the engine's address when it runs in a container itself.
     */
    public static final Map<String, String> ENVIRONMENT =
            Map.of("TESTCONTAINERS_RYUK_DISABLED", "true", "TESTCONTAINERS_HOST_OVERRIDE", "localhost");

    private final GenericContainer<?> container;

    private Peer(GenericContainer<?> container) {
        this.container = container;
    }

    /** Starts one. It has no network, as sandboxes have none unless they ask for it: setting one up takes a while. */
    public static Peer start(String image) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withNetworkMode("none")
                .withCommand("sleep", "86400");
        container.start();
        return new Peer(container);
    }

    public String id() {
        return container.getContainerId();
    }

    @Override
    public void exec(String program, String... arguments) throws IOException, InterruptedException {
        String[] command =
                Stream.concat(Stream.of(program), Stream.of(arguments)).toArray(String[]::new);
        Container.ExecResult result = container.execInContainer(command);
        if (result.getExitCode() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " exited with " + result.getExitCode()
                    + " in a container of Testcontainers: " + result.getStderr());
        }
    }

    @Override
    public void close() {
        container.stop();
    }
}
