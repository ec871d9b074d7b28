package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Image;
import com.github.dockerjava.api.model.LoadResponseItem;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.internal.busybox.HostBusybox;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the image of a sandbox whose spec names none.
 *
 * <p>That is the one of the setting {@code image}. Without it, one that needs no network: made from the static busybox of
 * this host, or a busybox or alpine that the engine has already. The last resort is to pull busybox.
 */
final class DefaultImage {

    /** The setting that names it. */
    static final String KEY = "image";

    private static final String LAST_RESORT = "busybox:stable";
    private static final List<String> FAMILIAR = List.of("busybox", "alpine");

    private final Engine engine;
    private final Images images;
    private final @Nullable String setting;
    private final List<Path> folders;

    /** The program is large: once its image is known to be there, only the name is kept. */
    private volatile @Nullable String made;

    private final Semaphore making = new Semaphore(1);

    /**
     * Prepares it.
     *
     * @param setting the image to use, if one was chosen
     * @param folders where a busybox may be on this host
     */
    DefaultImage(Engine engine, Images images, @Nullable String setting, List<Path> folders) {
        this.engine = engine;
        this.images = images;
        this.setting = setting;
        this.folders = List.copyOf(folders);
    }

    /**
     * Sees to it that the engine has it.
     *
     * @throws SandboxStartException if nothing worked
     */
    String resolve(PullPolicy pull, Deadline deadline, Consumer<String> progress) {
        if (setting != null && !setting.isBlank()) {
            return images.resolve(setting.strip(), pull, deadline, progress);
        }
        Optional<String> local =
                known().or(() -> fromHostInTurn(deadline, progress)).or(this::familiar);
        return local.isPresent() ? local.get() : lastResort(pull, deadline, progress);
    }

    private Optional<String> known() {
        return Optional.ofNullable(made).filter(images::isPresent);
    }

    /** Those who come while it is being made wait: the first sandboxes of a run are asked for together. */
    private Optional<String> fromHostInTurn(Deadline deadline, Consumer<String> progress) {
        String step = "waiting for the default image, which another sandbox needs as well";
        try {
            if (!making.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                deadline.check(step);
            }
        } catch (InterruptedException e) {
            throw EngineFaults.of("Interrupted while " + step, e);
        }
        try {
            return known().or(() -> fromHost(deadline, progress));
        } finally {
            making.release();
        }
    }

    private Optional<String> fromHost(Deadline deadline, Consumer<String> progress) {
        Optional<Architecture> wanted =
                Architecture.named(engine.info().machine().architecture());
        Optional<HostBusybox> busybox = wanted.flatMap(architecture ->
                HostBusybox.find(folders, machine -> Architecture.ofElf(machine).equals(wanted)));
        if (busybox.isEmpty() || wanted.isEmpty()) {
            return Optional.empty();
        }
        BusyboxImage image = new BusyboxImage(busybox.get().program(), wanted.get());
        if (!images.isPresent(image.name())) {
            Images.tell(
                    "Making image " + image.name() + " from " + busybox.get().file(), progress);
            load(image, busybox.get().applets(), deadline);
        }
        made = image.name();
        return Optional.of(image.name());
    }

    private void load(BusyboxImage image, List<String> applets, Deadline deadline) {
        StreamedAnswer<LoadResponseItem> answer = new StreamedAnswer<>(item -> {});
        try {
            byte[] archive = image.archive(applets);
            engine.client().loadImageAsyncCmd(new ByteArrayInputStream(archive)).exec(answer);
        } catch (IOException | RuntimeException e) {
            throw EngineFaults.of("Cannot make image '" + image.name() + "'", e);
        }
        answer.await(deadline, "making image '" + image.name() + "'").ifPresent(why -> {
            throw unusable("image '" + image.name() + "' cannot be loaded into the engine: " + why);
        });
    }

    /** Finds one in the engine that is known to have a shell: the newest of the first kind that is there. */
    private Optional<String> familiar() {
        return FAMILIAR.stream().flatMap(this::newest).findFirst();
    }

    private Stream<String> newest(String repository) {
        try {
            return engine.client().listImagesCmd().withReferenceFilter(repository).exec().stream()
                    .sorted(Comparator.comparing(Image::getCreated).reversed())
                    .flatMap(image -> image.getRepoTags() == null ? Stream.of() : Arrays.stream(image.getRepoTags()))
                    .limit(1);
        } catch (NotFoundException e) {
            return Stream.of();
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot list the images of the engine", e);
        }
    }

    private String lastResort(PullPolicy pull, Deadline deadline, Consumer<String> progress) {
        try {
            return images.resolve(LAST_RESORT, pull, deadline, progress);
        } catch (SandboxStartException e) {
            throw deadline.hasPassed()
                    ? e
                    : unusable("this host has no static busybox to make one from, the engine has"
                            + " neither busybox nor alpine, and " + e.what());
        }
    }

    private static SandboxStartException unusable(String why) {
        return new SandboxStartException(Fault.of("There is no default image: " + why)
                .provider(EngineFaults.PROVIDER)
                .remedy(
                        "sudo apt-get install busybox-static   (or choose an image that the engine has or can pull, with"
                                + " the setting sandbox.docker.image=…)"));
    }
}
