package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.DockerClient;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Found;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Nothing;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Search;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the connection to the engine. Safe from several threads.
 *
 * <p>Nothing happens before the first question. The engine that was found once is the engine from then on: when it stops,
 * no other takes its place, because sandboxes live in it; when it comes back, so does everything here.
 */
public final class Engine implements AutoCloseable {

    /** A status is promised within a second. */
    private static final Duration STATUS_LIMIT = Duration.ofMillis(900);

    /** Someone who wants a sandbox would rather wait than hear that an engine under load is gone. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    private final EngineFinder finder;
    private volatile @Nullable Connection connection;

    public Engine(EngineFinder finder) {
        this.finder = finder;
    }

    public static Engine of(ProviderContext context) {
        return new Engine(EngineFinder.of(context));
    }

    /** What was agreed on with the engine. */
    private record Connection(Candidate.Usable place, EngineInfo info, EngineTransport transport, DockerClient client) {

        static Connection to(Found found) {
            return new Connection(
                    found.place(),
                    found.info(),
                    found.transport(),
                    found.transport().client(found.info().apiVersion()));
        }

        /** The engine may have been replaced by another version since it was last asked. */
        Connection updated(EngineInfo now) {
            return new Connection(
                    place,
                    now,
                    transport,
                    now.apiVersion().equals(info.apiVersion()) ? client : transport.client(now.apiVersion()));
        }
    }

    /**
     * Returns the client, which speaks the version of the API that was agreed on. No response timeout is set: see
     * {@link TimeLimit}. It belongs to this object and must not be closed.
     *
     * @throws ProviderUnavailableException if no engine was found yet and there is none
     */
    public DockerClient client() {
        return connected().client();
    }

    /**
     * Returns where the engine listens.
     *
     * @throws ProviderUnavailableException if no engine was found yet and there is none
     */
    public EngineAddress address() {
        return connected().place().address();
    }

    /**
     * Returns what the engine said about itself when it was last asked.
     *
     * @throws ProviderUnavailableException if no engine was found yet and there is none
     */
    public EngineInfo info() {
        return connected().info();
    }

    /**
     * Asks for something that the client has no request for.
     *
     * @param path without the version of the API
     * @throws IOException if there is no answer, or none that can be read
     * @throws com.github.dockerjava.api.exception.DockerException if the engine refuses; the type tells why
     * @throws ProviderUnavailableException if no engine was found yet and there is none
     */
    public JsonNode get(String path) throws IOException {
        Connection known = connected();
        return known.transport().get("/v" + known.info().apiVersion() + path);
    }

    /** Finds out whether it can be used now. Answers within a second and changes nothing in the engine. */
    public ProviderStatus status() {
        Connection known = connection;
        if (known != null) {
            return ask(known);
        }
        Search search = finder.find(STATUS_LIMIT);
        if (search instanceof Found found) {
            Connection made = adopt(found);
            return EngineStatus.available(made.place(), made.info());
        }
        return EngineStatus.of(search);
    }

    private ProviderStatus ask(Connection known) {
        try {
            EngineFinder.lookAtSocket(known.place().address());
            EngineInfo info = EngineProbe.ask(known.transport(), STATUS_LIMIT);
            update(known, info);
            return EngineStatus.available(known.place(), info);
        } catch (ProbeFailure e) {
            return EngineStatus.unavailable(List.of(EngineFinder.attempt(known.place(), e)));
        }
    }

    /** Unless it was closed in the meantime, or another thread was quicker. */
    private synchronized void update(Connection known, EngineInfo info) {
        if (known.equals(connection)) {
            connection = known.updated(info);
        }
    }

    private Connection connected() {
        Connection known = connection;
        if (known != null) {
            return known;
        }
        Search search = finder.find(CONNECT_LIMIT);
        if (search instanceof Found found) {
            return adopt(found);
        }
        Unavailable status = EngineStatus.unavailable(((Nothing) search).attempts());
        throw new ProviderUnavailableException(
                Fault.of(status.reason()).provider(EngineFaults.PROVIDER).remedy(status.remedy()));
    }

    /** Two threads may have found it at the same time: the first one's connection is kept. */
    private synchronized Connection adopt(Found found) {
        Connection first = connection;
        if (first != null) {
            EngineFinder.closeQuietly(found.transport());
            return first;
        }
        Connection made = Connection.to(found);
        connection = made;
        return made;
    }

    /** Lets go of all connections. Requests that are under way fail. Used again, it connects again. */
    @Override
    public synchronized void close() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            EngineFinder.closeQuietly(known.transport());
        }
    }
}
