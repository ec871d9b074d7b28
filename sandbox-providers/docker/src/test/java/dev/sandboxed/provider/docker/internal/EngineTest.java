package dev.sandboxed.provider.docker.internal;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.HostConfig;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A test that has a provider, and an own connection to its engine to look at what the provider does there. */
@NeedsDocker
@Timeout(240)
public abstract class EngineTest {

    @TempDir
    protected Path state;

    protected Engine engine;
    protected SandboxProvider provider;

    private final List<SandboxProvider> opened = new ArrayList<>();
    private final List<String> started = new ArrayList<>();

    @BeforeEach
    void open() {
        engine = Engine.of(EngineRequired.hostContext(state));
        provider = open(context -> context.withSettings(settings()));
    }

    @AfterEach
    void close() {
        opened.forEach(SandboxProvider::close);
        started.forEach(this::remove);
        engine.close();
    }

    /** Returns the settings of the provider; none, unless a test says otherwise. */
    protected Map<String, String> settings() {
        return Map.of();
    }

    /** Opens one more provider, which is closed in the end. */
    protected SandboxProvider open(UnaryOperator<ProviderContext> change) {
        SandboxProvider made = new DockerProviderFactory().open(change.apply(EngineRequired.hostContext(state)));
        opened.add(made);
        return made;
    }

    protected DockerClient client() {
        return engine.client();
    }

    protected InspectContainerResponse inspect(Sandbox sandbox) {
        return client().inspectContainerCmd(sandbox.info().nativeId()).exec();
    }

    /** Starts a container from the image of a sandbox, as anybody could; it is removed in the end. */
    protected String runLike(Sandbox sandbox, String network, Map<String, String> labels, String script) {
        try (CreateContainerCmd request =
                client().createContainerCmd(inspect(sandbox).getImageId())) {
            String id = request.withEntrypoint("/bin/sh", "-c", script)
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode(network))
                    .withLabels(labels)
                    .exec()
                    .getId();
            started.add(id);
            client().startContainerCmd(id).exec();
            return id;
        }
    }

    protected boolean exists(String container) {
        try {
            client().inspectContainerCmd(container).exec();
            return true;
        } catch (NotFoundException gone) {
            return false;
        }
    }

    /** Removes a container; one that is gone already is fine. */
    protected void remove(String container) {
        try {
            client().removeContainerCmd(container)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException gone) {
            // Tests may be about just that.
        }
    }
}
