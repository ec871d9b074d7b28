package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.command.PullImageCmd;
import com.github.dockerjava.api.exception.BadRequestException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.internal.busybox.HostBusybox;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings the image of a sandbox into the engine. Safe from several threads. */
public final class Images {

    private static final System.Logger LOG = System.getLogger(Images.class.getName());

    private final Engine engine;
    private final PullPolicy policy;
    private final RegistryCredentials credentials;
    private final DefaultImage defaultImage;

    /**
     * Prepares it; the engine is not asked yet.
     *
     * @throws IllegalArgumentException if the setting {@code pull} is not a policy
     */
    public Images(Engine engine, ProviderContext context) {
        this.engine = engine;
        this.policy = PullPolicy.of(context.settings().get(PullPolicy.KEY));
        this.credentials = new RegistryCredentials(context.environment());
        this.defaultImage =
                new DefaultImage(engine, this, context.settings().get(DefaultImage.KEY), HostBusybox.folders(context));
    }

    /** Does it with the policy of the settings; see {@link #resolve(String, PullPolicy, Deadline, Consumer)}. */
    public String resolve(@Nullable String reference, Deadline deadline, Consumer<String> progress) {
        return resolve(reference, policy, deadline, progress);
    }

    /**
     * Sees to it that the engine has an image.
     *
     * @param reference name or id of the image; the default image if there is none
     * @param pull when to fetch it from its registry
     * @param deadline by when it must be there
     * @param progress told what happens in the meantime, a line at a time; the log is told the same
     * @return the name under which the engine has it
     * @throws SandboxStartException if it cannot be had, or not in time; says why in the engine's words
     * @throws dev.sandboxed.api.error.SandboxTransportException if the engine cannot be reached
     */
    public String resolve(@Nullable String reference, PullPolicy pull, Deadline deadline, Consumer<String> progress) {
        return reference == null
                ? defaultImage.resolve(pull, deadline, progress)
                : named(reference, pull, deadline, progress);
    }

    private String named(String reference, PullPolicy pull, Deadline deadline, Consumer<String> progress) {
        boolean id = ImageReference.isId(reference);
        if (!id) {
            reference(reference);
        }
        boolean pullable = pull != PullPolicy.NEVER && !id;
        if ((pullable && pull == PullPolicy.ALWAYS) || !isPresent(reference)) {
            if (!pullable) {
                throw missing(
                        reference,
                        "the engine does not have it, and "
                                + (pull == PullPolicy.NEVER
                                        ? "the pull policy is never"
                                        : "an id cannot be pulled from a registry"));
            }
            pull(reference, deadline, progress).ifPresent(why -> {
                throw missing(reference, why);
            });
            if (!isPresent(reference)) {
                throw missing(reference, "the engine pulled it without an error, and does not have it");
            }
        }
        return reference;
    }

    /**
     * Returns what an image that the engine has says of its containers.
     *
     * @throws SandboxStartException if it has been removed meanwhile
     */
    public ImageDefaults defaults(String reference) {
        if (BusyboxImage.isOne(reference)) {
            return ImageDefaults.NONE;
        }
        try {
            return ImageDefaults.of(
                    engine.client().inspectImageCmd(reference).exec().getConfig());
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot look at image '" + reference + "'", e);
        }
    }

    /** Returns whether the engine has an image. */
    boolean isPresent(String reference) {
        try {
            engine.client().inspectImageCmd(reference).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        } catch (BadRequestException e) {
            throw missing(reference, EngineFaults.said(e));
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot look up image '" + reference + "'", e);
        }
    }

    /** Fetches an image; tells why that failed, if it did. */
    private Optional<String> pull(String text, Deadline deadline, Consumer<String> progress) {
        ImageReference reference = reference(text);
        Consumer<String> told = line -> tell(line, progress);
        StreamedAnswer<PullResponseItem> answer = new StreamedAnswer<>(new PullProgress(text, told, System::nanoTime));
        tell("Pulling " + text, progress);
        try {
            PullImageCmd command =
                    engine.client().pullImageCmd(reference.repository()).withTag(reference.version());
            credentials.find(reference.registry()).ifPresent(command::withAuthConfig);
            command.exec(answer);
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot pull image '" + text + "'", e);
        }
        return answer.await(deadline, "pulling image '" + text + "'");
    }

    private static ImageReference reference(String text) {
        try {
            return ImageReference.parse(text);
        } catch (IllegalArgumentException e) {
            throw missing(text, String.valueOf(e.getMessage()));
        }
    }

    /** Passes a line to whoever waits, and to the log. */
    static void tell(String line, Consumer<String> progress) {
        LOG.log(Level.INFO, line);
        progress.accept(line);
    }

    private static SandboxStartException missing(String reference, String why) {
        return new SandboxStartException(Fault.of("Image '" + reference + "' cannot be used: " + why)
                .provider(EngineFaults.PROVIDER)
                .remedy("docker pull " + reference
                        + "   (check the name; docker login for private registries; the setting"
                        + " sandbox.docker.pull=missing fetches what is not there)"));
    }
}
