package dev.sandboxed.provider.docker.internal.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import dev.sandboxed.provider.docker.internal.engine.TimeLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The containers of an engine that are sandboxes of ours. */
public final class Containers {

    /** What the engine may take to make a container, which it does not start yet. */
    private static final Duration CREATION = Duration.ofSeconds(30);

    private final Engine engine;

    public Containers(Engine engine) {
        this.engine = engine;
    }

    /**
     * One of them.
     *
     * @param container the container
     * @param labels what is written on it
     * @param running whether it runs, paused or not
     */
    public record Found(Container container, ContainerLabels labels, boolean running) {}

    /**
     * Makes one, whose workdir belongs to its user; it does not run yet.
     *
     * @param word what its first process marks its words with
     * @throws SandboxStartException if the engine refuses, in its words
     * @throws IOException if the files of the image cannot be read
     */
    public Container create(ContainerPlan plan, String word) throws IOException {
        if (plan.needsDonor()) {
            WorkdirOwner.of(make(plan, plan::describeDonor), plan).takeOver();
        }
        Container made = make(plan, request -> plan.describe(request, word, engine));
        if (!plan.spec().readOnlyRoot()) {
            WorkdirOwner.of(made, plan).takeOver();
        }
        return made;
    }

    /** Starts one that was made by a plan. Only now does the engine know that it has the volume of its donor. */
    public void start(Container made, ContainerPlan plan) {
        made.start();
        if (plan.needsDonor()) {
            removeDonor(plan.labels().id());
        }
    }

    private Container make(ContainerPlan plan, Consumer<CreateContainerCmd> description) {
        String sandbox = plan.labels().id();
        try (CreateContainerCmd request = engine.client().createContainerCmd(plan.image())) {
            description.accept(request);
            String id = TimeLimit.uninterrupted(CREATION, () -> request.exec().getId());
            return new Container(engine, id, sandbox);
        } catch (DockerException e) {
            throw new SandboxStartException(Fault.of("The engine cannot make a container from image '" + plan.image()
                            + "': " + EngineFaults.said(e))
                    .provider(EngineFaults.PROVIDER)
                    .sandbox(sandbox)
                    .cause(e));
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot make a container", sandbox, e);
        }
    }

    /** Lists all, of whichever owner. */
    public List<Found> list() {
        List<Found> found = new ArrayList<>();
        try {
            for (com.github.dockerjava.api.model.Container each : engine.client()
                    .listContainersCmd()
                    .withShowAll(true)
                    .withLabelFilter(List.of(ContainerLabels.ID))
                    .exec()) {
                Optional<ContainerLabels> labels = ContainerLabels.read(Map.copyOf(each.getLabels()));
                boolean running = List.of("running", "paused").contains(each.getState());
                labels.ifPresent(written ->
                        found.add(new Found(new Container(engine, each.getId(), written.id()), written, running)));
            }
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot list containers", e);
        }
        return found;
    }

    /** Removes whatever has this sandbox's name, and its donor; neither need be there. */
    public void discard(String sandbox) {
        new Container(engine, sandbox, sandbox).remove();
        removeDonor(sandbox);
    }

    private void removeDonor(String sandbox) {
        new Container(engine, ContainerPlan.donorOf(sandbox), sandbox).remove();
    }
}
