package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LoadResponseItem;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.internal.busybox.HostBusybox;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsDocker
class DefaultImageTests {

    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();
    private ProviderContext context;
    private Engine engine;
    private Images images;

    @BeforeEach
    void connect() {
        context = EngineRequired.hostContext(folder);
        engine = Engine.of(context);
        images = new Images(engine, context);
    }

    @AfterEach
    void disconnect() {
        engine.close();
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private Architecture architecture() {
        return Architecture.named(engine.info().machine().architecture()).orElseThrow();
    }

    private HostBusybox hostBusybox() {
        Optional<HostBusybox> found = HostBusybox.find(
                HostBusybox.folders(context),
                machine -> Architecture.ofElf(machine).equals(Optional.of(architecture())));
        assumeTrue(found.isPresent(), "this host has no static busybox (sudo apt-get install busybox-static)");
        return found.orElseThrow();
    }

    /** A busybox like no other, so that nobody else has made its image; bytes behind a program do not matter to it. */
    private Path uniqueBusybox() throws IOException {
        Path file = folder.resolve("busybox");
        Files.copy(hostBusybox().file(), file);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            out.write(Instant.now().toString().getBytes(StandardCharsets.UTF_8));
        }
        return folder;
    }

    private int exitCode(String image, String user, String... command) {
        DockerClient client = engine.client();
        String id = client.createContainerCmd(image)
                .withCmd(command)
                .withUser(user)
                .withHostConfig(HostConfig.newHostConfig().withNetworkMode("none"))
                .exec()
                .getId();
        try (WaitContainerResultCallback ended = new WaitContainerResultCallback()) {
            client.startContainerCmd(id).exec();
            client.waitContainerCmd(id).exec(ended);
            return ended.awaitStatusCode(30, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            client.removeContainerCmd(id).withForce(true).exec();
        }
    }

    @Test
    void itIsMadeOnceWithoutANetworkAndRunsCommands() throws IOException {
        DefaultImage image = new DefaultImage(engine, images, null, List.of(uniqueBusybox()));

        String name = image.resolve(PullPolicy.NEVER, soon(), progress::add);
        try {
            assertThat(progress).singleElement().asString().startsWith("Making image " + name);
            assertThat(exitCode(
                            name, "root", "sh", "-c", "test \"$(id -un)\" = root && env | grep -q ^PATH= && exit 42"))
                    .isEqualTo(42);
            assertThat(exitCode(name, "sandbox", "sh", "-c", "echo x > ~/f && echo x > /tmp/f && ! echo x > /f"))
                    .isZero();

            assertThat(image.resolve(PullPolicy.NEVER, soon(), progress::add)).isEqualTo(name);
            assertThat(new DefaultImage(engine, images, null, List.of(folder))
                            .resolve(PullPolicy.NEVER, soon(), progress::add))
                    .isEqualTo(name);
            assertThat(progress).hasSize(1);
        } finally {
            engine.client().removeImageCmd(name).withForce(true).exec();
        }
    }

    @Test
    void whoNeedsItWhileItIsBeingMadeWaitsForIt() throws Exception {
        DefaultImage image = new DefaultImage(engine, images, null, List.of(uniqueBusybox()));
        List<String> told = new CopyOnWriteArrayList<>();
        List<String> names = new CopyOnWriteArrayList<>();
        Thread second = new Thread(() -> names.add(image.resolve(PullPolicy.NEVER, soon(), told::add)));

        names.add(image.resolve(PullPolicy.NEVER, soon(), line -> {
            told.add(line);
            second.start();
            await().until(() -> told.size() > 1 || second.getState() == Thread.State.TIMED_WAITING);
        }));
        second.join();
        try {
            assertThat(told).singleElement().asString().startsWith("Making image " + names.get(0));
            assertThat(names).hasSize(2).containsOnly(names.get(0));
        } finally {
            engine.client().removeImageCmd(names.get(0)).withForce(true).exec();
        }
    }

    @Test
    void twoThatMakeItAtOnceMakeTheSame() throws IOException {
        byte[] program = Files.readAllBytes(uniqueBusybox().resolve("busybox"));
        BusyboxImage image = new BusyboxImage(program, architecture());
        byte[] archive = image.archive(List.of("bin/sh"));

        try {
            String first = loadAndIdentify(archive, image.name());
            assertThat(loadAndIdentify(archive, image.name())).isEqualTo(first);
        } finally {
            engine.client().removeImageCmd(image.name()).withForce(true).exec();
        }
    }

    private String loadAndIdentify(byte[] archive, String name) {
        StreamedAnswer<LoadResponseItem> answer = new StreamedAnswer<>(item -> {});
        engine.client().loadImageAsyncCmd(new ByteArrayInputStream(archive)).exec(answer);
        assertThat(answer.await(soon(), "loading")).isEmpty();
        return engine.client().inspectImageCmd(name).exec().getId();
    }

    @Test
    void theSettingIsTakenInsteadOfMakingOne() {
        hostBusybox();
        String name = images.resolve(null, soon(), progress::add);
        Images chosen = new Images(engine, context.withSettings(Map.of("image", name, "pull", "never")));

        assertThat(chosen.resolve(null, soon(), progress::add)).isEqualTo(name);
        assertThatThrownBy(() -> new Images(
                                engine, context.withSettings(Map.of("image", "sandboxed/absent:1", "pull", "never")))
                        .resolve(null, soon(), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("sandboxed/absent:1");
    }

    @Test
    void anImageThatDoesNotExistIsRefusedWithinTheDeadline() {
        Instant start = Instant.now();

        assertThatThrownBy(() -> images.resolve(
                        "localhost:1/sandboxed/absent:1", Deadline.in(Duration.ofSeconds(10)), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("localhost:1/sandboxed/absent:1");

        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPPER", "a b", "x:y:z", "../x", "-x", "x@sha256:1", "sha256:0123", ""})
    void aNameThatCouldNeverBeOneIsAFailedStartThatQuotesIt(String name) {
        assertThatThrownBy(() -> images.resolve(name, soon(), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void withoutABusyboxAndWithoutPullingTheRemedyIsToInstallOne() {
        DefaultImage image = new DefaultImage(engine, images, null, List.of(folder));
        assumeTrue(
                engine.client()
                                .listImagesCmd()
                                .withReferenceFilter("busybox")
                                .exec()
                                .isEmpty()
                        && engine.client()
                                .listImagesCmd()
                                .withReferenceFilter("alpine")
                                .exec()
                                .isEmpty(),
                "the engine has a busybox or alpine of its own");

        assertThatThrownBy(() -> image.resolve(PullPolicy.NEVER, soon(), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("no static busybox")
                .hasMessageContaining("busybox:stable")
                .hasMessageContaining("apt-get install busybox-static");
    }

    @Test
    void withoutABusyboxTheEnginesOwnIsTaken() {
        assumeTrue(
                engine.client()
                        .listImagesCmd()
                        .withReferenceFilter("busybox")
                        .exec()
                        .isEmpty(),
                "the engine has a busybox of its own, whose tag this test would not dare to move");
        hostBusybox();
        String made = images.resolve(null, soon(), progress::add);
        engine.client().tagImageCmd(made, "busybox", "sandboxed-test").exec();
        try {
            assertThat(new DefaultImage(engine, images, null, List.of(folder))
                            .resolve(PullPolicy.NEVER, soon(), progress::add))
                    .isEqualTo("busybox:sandboxed-test");
        } finally {
            engine.client().removeImageCmd("busybox:sandboxed-test").exec();
        }
    }
}
