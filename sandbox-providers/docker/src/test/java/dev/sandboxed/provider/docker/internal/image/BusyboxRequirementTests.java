package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the default image is made from can be planned; the image itself only an engine can tell about. */
class BusyboxRequirementTests {

    @TempDir
    Path folder;

    @Test
    void theProgramThatTheDefaultImageIsMadeFromIsOneThatTheProviderWorksWithout() {
        try (DockerProvider provider = new DockerProvider(
                ProviderContext.in(folder).withEnvironment(Map.of("DOCKER_HOST", "unix:///nowhere/docker.sock")))) {
            assertThat(provider.capabilities().requirements())
                    .filteredOn(one -> one.name().equals("busybox"))
                    .singleElement()
                    .isInstanceOfSatisfying(Program.class, busybox -> {
                        assertThat(busybox.optional()).isTrue();
                        assertThat(busybox.sources())
                                .singleElement()
                                .isInstanceOfSatisfying(
                                        Source.Packages.class,
                                        packages -> assertThat(packages.names())
                                                .containsEntry(PackageManager.APT, List.of("busybox-static")));
                    });
        }
    }
}
