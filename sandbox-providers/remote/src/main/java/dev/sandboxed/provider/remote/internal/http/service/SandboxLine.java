package dev.sandboxed.provider.remote.internal.http.service;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The way to one sandbox at the service. Whoever finds out that the sandbox is gone takes note of that, so that callers are told
 * of its end and not of a broken connection.
 */
public final class SandboxLine {

    private static final Duration TO_LOOK = Duration.ofSeconds(2);
    private static final String SANDBOXES = "sandboxes";

    private final ServiceClient service;
    private final String id;
    private final Handle handle;
    private final Predicate<Duration> look;

    /** What is known here of the sandbox. */
    public interface Handle {

        /**
         * Makes sure that it is there, as far as is known here.
         *
         * @throws SandboxDestroyedException if it is not
         */
        void requireThere();

        /**
         * Makes sure that it is there and not stopped, as far as is known here.
         *
         * @throws SandboxException if it is not
         */
        void requireRuns();

        /** Takes note that it is gone. */
        void vanished(String why);
    }

    /**
     * Creates the way to a sandbox.
     *
     * @param id what it is called
     */
    public SandboxLine(ServiceClient service, String id, Handle handle) {
        this.service = service;
        this.id = id;
        this.handle = handle;
        this.look = limit -> service.ask(Demand.get("Looking for the sandbox", path()), id, limit)
                .succeeded();
    }

    /**
     * Creates the way to a sandbox of a service that has to be asked in another way whether it is there.
     *
     * @param look asks within a time, and may throw as {@link ServiceClient} does
     */
    public SandboxLine(ServiceClient service, String id, Handle handle, Predicate<Duration> look) {
        this.service = service;
        this.id = id;
        this.handle = handle;
        this.look = look;
    }

    public ServiceClient service() {
        return service;
    }

    public Handle handle() {
        return handle;
    }

    /** Returns the parts of a path below the sandbox. */
    public String[] path(String... below) {
        List<String> path = new ArrayList<>(List.of(SANDBOXES, id));
        path.addAll(List.of(below));
        return path.toArray(String[]::new);
    }

    /** Begins the description of what went wrong with a request. */
    public Fault about(Demand demand) {
        return service.about(demand, id);
    }

    /** Begins to count what a sandbox makes this host write. */
    public TransferBudget budget(String what, DataSize most) {
        return service.budget(what, id, most);
    }

    /** Returns an answer if it is a success, and throws what the service says otherwise. */
    public Answer required(Demand demand, Answer answer) {
        return service.required(demand, id, answer);
    }

    /** Asks within the usual time, and throws as {@link ServiceClient} does, or that the sandbox is gone. */
    public Answer ask(Demand demand) {
        try {
            return service.ask(demand, id, service.settings().requestTimeout());
        } catch (SandboxException e) {
            throw explained(e);
        }
    }

    /** Asks for words of the contract within the usual time, returns what they mean, and throws as {@link #ask} does. */
    public <T, R> R read(Demand demand, Class<T> kind, Function<T, R> meaning) {
        try {
            return service.read(demand, id, service.settings().requestTimeout(), kind, meaning);
        } catch (SandboxException e) {
            throw explained(e);
        }
    }

    /**
     * Returns what to throw for a failure.
     *
     * @throws SandboxDestroyedException if the sandbox is gone, which is the reason then
     */
    public RuntimeException explained(RuntimeException e) {
        handle.requireThere();
        boolean gone = e instanceof SandboxNotFoundException
                || e instanceof SandboxDestroyedException
                || (e instanceof SandboxTransportException && !isThere());
        if (gone) {
            handle.vanished("the service has ended it, or somebody else has");
            handle.requireThere();
        }
        return e;
    }

    /** Asks the service whether it is there; when in doubt, it is. */
    public boolean isThere() {
        try {
            return look.test(TO_LOOK);
        } catch (SandboxNotFoundException | SandboxDestroyedException e) {
            return false;
        } catch (RuntimeException inDoubt) {
            return true;
        }
    }
}
