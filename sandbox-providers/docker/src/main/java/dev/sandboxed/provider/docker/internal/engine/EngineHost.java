package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.sandboxed.linux.internal.cgroup.ProcessGroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Proves that an engine runs on this host.
 *
 * <p>Its address proves nothing: a socket of this host may lead into a machine of Docker Desktop or Colima, or through ssh to
 * anywhere, and who listens at it is often systemd. Nor do names, kernel and sizes that are equal: machines of a cloud are
 * made from one image. What counts is a number that the engine has drawn by lot, found here in the place where only an
 * engine of this host would have put it:
 * <ul>
 *   <li>the id of its network {@code bridge}, which is drawn anew whenever an engine starts, in its database of networks; only
 *       those may look who may read its folder, as root, or the user of a rootless engine;
 *   <li>the id of a running container, in the name of the control group of the process that the engine says is its first;
 *       anybody may look, but there must be one.
 * </ul>
 *
 * <p>Neither is found by a process in a container that has the engine's socket, unless it was shown the engine's folder or the
 * processes of the host, and then what it sees is the engine's host.
 */
public final class EngineHost {

    /** Whoever asks was promised an answer within a second. */
    private static final Duration LIMIT = Duration.ofMillis(900);

    private static final String NETWORKS = "network/files/local-kv.db";
    private static final long LARGEST_DATABASE = 16 << 20;

    /** One of them may end just now; all of them would take too long. */
    private static final int CONTAINERS_ASKED = 3;

    private final Engine engine;
    private final Path root;

    public EngineHost(Engine engine) {
        this(engine, Path.of("/"));
    }

    EngineHost(Engine engine, Path root) {
        this.engine = engine;
        this.root = root;
    }

    /**
     * Returns the folder in which the engine keeps everything, if it is proven to be one of this host. Answers within a second.
     *
     * @return empty if there is no engine, it runs elsewhere, or that cannot be told
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the calling thread was interrupted
     */
    public Optional<Path> folder() {
        return folder(LIMIT);
    }

    /** Returns the same as {@link #folder()}, and answers within another time. */
    public Optional<Path> folder(Duration limit) {
        try {
            return TimeLimit.within(limit, this::proven);
        } catch (TimeoutException | ExecutionException inDoubt) {
            return Optional.empty();
        }
    }

    private Optional<Path> proven() throws IOException {
        String told = engine.info().storage().folder();
        if (!told.startsWith("/")) {
            return Optional.empty();
        }
        Path folder = root.resolve(told.substring(1));
        return Files.isDirectory(folder) && (knowsNetwork(folder) || runsContainer())
                ? Optional.of(folder)
                : Optional.empty();
    }

    private boolean knowsNetwork(Path folder) throws IOException {
        Path database = folder.resolve(NETWORKS);
        if (!Files.isReadable(database) || Files.size(database) > LARGEST_DATABASE) {
            return false;
        }
        try {
            String id = engine.get("/networks/bridge").path("Id").asText("");
            return isDrawn(id)
                    && Files.readString(database, StandardCharsets.ISO_8859_1).contains(id);
        } catch (NotFoundException switchedOff) {
            return false;
        }
    }

    private boolean runsContainer() throws IOException {
        JsonNode running = engine.get(
                "/containers/json?limit=" + CONTAINERS_ASKED + "&filters=%7B%22status%22%3A%5B%22running%22%5D%7D");
        for (JsonNode container : running) {
            if (isHere(container.path("Id").asText(""))) {
                return true;
            }
        }
        return false;
    }

    private boolean isHere(String id) throws IOException {
        if (!isDrawn(id)) {
            return false;
        }
        try {
            long first =
                    engine.get("/containers/" + id + "/json").at("/State/Pid").asLong();
            return ProcessGroups.mention(root, first, id);
        } catch (NotFoundException ended) {
            return false;
        }
    }

    private static boolean isDrawn(String id) {
        return id.matches("[0-9a-f]{64}");
    }
}
