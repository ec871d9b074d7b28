package dev.sandboxed.provider.docker.internal.snapshot;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.LoadImageCallback;
import com.github.dockerjava.api.model.ContainerConfig;
import dev.sandboxed.api.internal.files.SnapshotSelection;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Makes the image of one snapshot, of a container in which nothing moves. */
final class SnapshotMaker {

    private final Engine engine;
    private final Container container;
    private final Set<String> tags;
    private final ContainerConfig config;
    private final BaseImage base;
    private final Changes changes;

    SnapshotMaker(Engine engine, Container container, Set<String> tags) {
        this.engine = engine;
        this.container = container;
        this.tags = tags;
        InspectContainerResponse inspected = container.inspect();
        this.config = inspected.getConfig();
        this.base =
                new BaseImage(client().inspectImageCmd(inspected.getImageId()).exec());
        this.changes = Changes.of(client().containerDiffCmd(container.id()).exec(), inspected);
    }

    Snapshot make(SnapshotName name, Snapshot.Origin origin, SnapshotSelection selection) throws IOException {
        return selection.takesAll() && changes.volumes().isEmpty()
                ? commit(name, origin)
                : load(name, origin, selection);
    }

    private Snapshot commit(SnapshotName name, Snapshot.Origin origin) throws IOException {
        SnapshotLabels labels = labels(name, origin, OwnFiles.count(files(), changes));
        String image = client().commitCmd(container.id())
                .withRepository(SnapshotName.REPOSITORY)
                .withTag(name.id())
                .withLabels(labels.writtenOver(inheritedLabels()))
                .withEnv(base.environmentInsteadOf(config.getEnv()).toArray(new String[0]))
                .withUser(base.user())
                .withWorkingDir(base.workdir())
                .exec();
        return labels.ofImage(image);
    }

    private Snapshot load(SnapshotName name, Snapshot.Origin origin, SnapshotSelection selection) throws IOException {
        try (LayerArchive archive = LayerArchive.of(files(), changes, selection, () -> unused(origin.sandbox()))) {
            SnapshotLabels labels = labels(name, origin, archive.tally());
            try (InputStream image = archive.open(base, labels, name.written())) {
                client().loadImageAsyncCmd(image).exec(new LoadImageCallback()).awaitMessage();
            }
            return labels.ofImage(
                    client().inspectImageCmd(name.written()).exec().getId());
        }
    }

    private SnapshotLabels labels(SnapshotName name, Snapshot.Origin origin, Tally tally) {
        return new SnapshotLabels(name.id(), origin, Instant.now(), tags, tally);
    }

    private ContainerFiles files() {
        return new ContainerFiles(engine, container);
    }

    private UnusedContainer unused(String sandbox) {
        return UnusedContainer.of(engine, base.id(), sandbox, inheritedLabels());
    }

    private Map<String, String> inheritedLabels() {
        Map<String, String> labels = config.getLabels();
        return labels == null ? Map.of() : labels;
    }

    private DockerClient client() {
        return engine.client();
    }
}
