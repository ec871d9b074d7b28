package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.linux.internal.proc.EnclosingContainer;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The containers of an engine in which owners of its sandboxes run, as the jobs of a CI server do that have the engine's socket.
 * When such a container is gone, so is the owner, though nobody elsewhere can look at its processes.
 */
public final class Enclosure {

    /** The id of no container. */
    public static final String NONE = "";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

    private final Engine engine;
    private final Optional<EnclosingContainer> traces;
    private volatile @Nullable String proven;

    /**
     * Prepares it; the engine is not asked yet.
     *
     * @param traces the container that this process seems to run in, which may be another engine's
     */
    public Enclosure(Engine engine, Optional<EnclosingContainer> traces) {
        this.engine = engine;
        this.traces = traces;
    }

    /**
     * Returns the id of the engine's container that this process runs in, {@link #NONE} if it runs in none or that cannot be
     * proven. The engine is asked once, and only where there are traces of a container.
     */
    public String id() {
        String known = proven;
        if (known != null || traces.isEmpty()) {
            return known == null ? NONE : known;
        }
        EnclosingContainer seeming = traces.get();
        try {
            String layer = look(seeming.id()).at("/GraphDriver/Data/UpperDir").asText("");
            boolean same = layer.equals(seeming.layer()) || layer.endsWith("/" + seeming.layer());
            known = same ? seeming.id() : NONE;
        } catch (NotFoundException ofAnotherEngine) {
            known = NONE;
        } catch (IOException | RuntimeException notNow) {
            return NONE;
        }
        proven = known;
        return known;
    }

    /** Returns whether the engine says that a container is not there or does not run. In doubt it is not gone. */
    public boolean isGone(String id) {
        if (!ID.matcher(id).matches()) {
            return false;
        }
        try {
            JsonNode running = look(id).at("/State/Running");
            return running.isBoolean() && !running.booleanValue();
        } catch (IOException | RuntimeException e) {
            return EngineFaults.of("Cannot look at container " + id, e) instanceof SandboxNotFoundException;
        }
    }

    private JsonNode look(String id) throws IOException {
        return engine.get("/containers/" + id + "/json");
    }
}
