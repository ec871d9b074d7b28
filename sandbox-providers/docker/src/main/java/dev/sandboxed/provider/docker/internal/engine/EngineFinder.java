package dev.sandboxed.provider.docker.internal.engine;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tries the places where an engine may be; the first that answers is the one. */
public final class EngineFinder {

    private final List<Candidate> candidates;

    EngineFinder(List<Candidate> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    public static EngineFinder of(ProviderContext context) {
        return new EngineFinder(EngineCandidates.of(context).list());
    }

    /** What came of looking for an engine. */
    public sealed interface Search {}

    /**
     * An engine answered and can be used.
     *
     * @param place where
     * @param info what it says about itself
     * @param transport carries requests to it; to be closed
     */
    record Found(Candidate.Usable place, EngineInfo info, EngineTransport transport) implements Search {}

    /**
     * There is none that can be used.
     *
     * @param attempts what was tried, in that order; not empty
     */
    public record Nothing(List<Attempt> attempts) implements Search {
        public Nothing {
            attempts = List.copyOf(attempts);
        }
    }

    /**
     * Looks for an engine.
     *
     * @param limit by when an answer is needed
     */
    Search find(Duration limit) {
        Deadline deadline = Deadline.in(limit);
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            if (candidate instanceof Candidate.Usable usable) {
                boolean last = candidates.stream().skip(i + 1).noneMatch(EngineFinder::mayBeThere);
                Duration left = deadline.remaining();
                try {
                    // One that hangs must not take the time of all that come after it.
                    return ask(usable, last ? left : left.dividedBy(2));
                } catch (ProbeFailure e) {
                    attempts.add(attempt(usable, e));
                    if (isAnswer(e.obstacle())) {
                        return new Nothing(attempts);
                    }
                }
            } else if (candidate instanceof Candidate.Unusable unusable) {
                attempts.add(new Attempt(unusable.origin(), unusable.where(), Obstacle.UNSUPPORTED, unusable.reason()));
            }
        }
        return new Nothing(attempts);
    }

    private static boolean mayBeThere(Candidate candidate) {
        try {
            if (candidate instanceof Candidate.Usable usable) {
                lookAtSocket(usable.address());
                return true;
            }
        } catch (ProbeFailure e) {
            return false;
        }
        return false;
    }

    static Attempt attempt(Candidate.Usable place, ProbeFailure failure) {
        return new Attempt(
                place.origin(), place.address().toString(), failure.obstacle(), String.valueOf(failure.getMessage()));
    }

    /** An engine that answers is the engine, even if it cannot be used: going on would be a surprise. */
    private static boolean isAnswer(Obstacle obstacle) {
        return switch (obstacle) {
            case TOO_OLD, TOO_NEW, WINDOWS -> true;
            default -> false;
        };
    }

    private static Found ask(Candidate.Usable place, Duration limit) throws ProbeFailure {
        lookAtSocket(place.address());
        EngineTransport transport = open(place.address());
        boolean usable = false;
        try {
            Found found = new Found(place, EngineProbe.ask(transport, limit), transport);
            usable = true;
            return found;
        } finally {
            if (!usable) {
                closeQuietly(transport);
            }
        }
    }

    private static EngineTransport open(EngineAddress address) throws ProbeFailure {
        try {
            return EngineTransport.to(address);
        } catch (IOException e) {
            throw new ProbeFailure(Obstacle.of(e), String.valueOf(e.getMessage()), e);
        }
    }

    /** Most places do not exist on most hosts: find that out without building a client. */
    static void lookAtSocket(EngineAddress address) throws ProbeFailure {
        if (address instanceof EngineAddress.Unix unix) {
            Path socket = unix.socket();
            if (Files.notExists(socket)) {
                throw new ProbeFailure(Obstacle.MISSING, "no such file", null);
            }
            if (Files.exists(socket) && !Files.isWritable(socket)) {
                throw new ProbeFailure(Obstacle.FORBIDDEN, "permission denied", null);
            }
        }
    }

    static void closeQuietly(EngineTransport transport) {
        try {
            transport.close();
        } catch (IOException ignored) {
            // It was given up already; there is nobody to tell.
        }
    }
}
