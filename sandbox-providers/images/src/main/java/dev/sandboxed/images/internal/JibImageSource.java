package dev.sandboxed.images.internal;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.DockerDaemonImage;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.sandboxed.folder.rootfs.ImageSource;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Fetches images with Jib: it speaks with registries, checks what they send against its digest, and takes the user's
 * credentials from where {@code docker login} puts them.
 *
 * <p>A registry on the loopback interface may do without TLS, all others may not.
 */
public final class JibImageSource implements ImageSource {

    private static final String DAEMON = "docker-daemon:";

    @Override
    public void save(String reference, Map<String, String> environment, Path archive)
            throws IOException, InterruptedException {
        Path scratch = Objects.requireNonNull(archive.toAbsolutePath().getParent());
        try {
            boolean daemon = reference.startsWith(DAEMON);
            ImageReference name = ImageReference.parse(daemon ? reference.substring(DAEMON.length()) : reference);
            Containerizer target = Containerizer.to(TarImage.at(archive).named("sandboxed/rootfs"))
                    .setBaseImageLayersCache(scratch.resolve("layers"))
                    .setApplicationLayersCache(scratch.resolve("own"))
                    .setAllowInsecureRegistries(isLoopback(name.getRegistry()));
            from(name, daemon, environment)
                    .setPlatforms(Set.of(new Platform(HostPlatform.architecture(), "linux")))
                    .containerize(target);
        } catch (InvalidImageReferenceException e) {
            throw new IOException("'" + reference + "' is not the name of an image", e);
        } catch (RegistryException | CacheDirectoryCreationException e) {
            throw new IOException("it could not be fetched: " + e.getMessage(), e);
        } catch (ExecutionException e) {
            throw new IOException("it could not be fetched: " + e.getCause(), e);
        }
    }

    private static JibContainerBuilder from(ImageReference name, boolean daemon, Map<String, String> environment) {
        return daemon
                ? Jib.from(DockerDaemonImage.named(name).setDockerEnvironment(environment))
                : Jib.from(RegistryImage.named(name)
                        .addCredentialRetriever(CredentialRetrieverFactory.forImage(name, event -> {}, environment)
                                .dockerConfig()));
    }

    /** Only where the name itself says so: what a name server says, somebody else may have said. */
    private static boolean isLoopback(String registry) {
        return registry.matches("(localhost|127(\\.[0-9]+){3}|\\[::1])(:[0-9]+)?");
    }
}
