package dev.sandboxed.provider.remote.internal.http;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A service over one of our own providers, for a class of tests. */
final class ServedHttp implements BeforeAllCallback, AfterAllCallback {

    /** Where the kit's hints find it, which are shells that this process starts. */
    static final Path TOLD =
            Path.of("target/served-http-" + ProcessHandle.current().pid());

    private final String name;
    private final boolean atSocket;
    private Path folder;
    private SandboxProvider behind;
    private SandboxServer served;

    private ServedHttp(String name, boolean atSocket) {
        this.name = name;
        this.atSocket = atSocket;
    }

    static ServedHttp over(String provider) {
        return new ServedHttp(provider, false);
    }

    /** Serves at a socket of Unix instead of an address. */
    ServedHttp atSocket() {
        return new ServedHttp(name, true);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start();
    }

    /** The kit asks for the settings before anything is called. */
    private void start() throws IOException {
        if (served != null) {
            return;
        }
        folder = Files.createTempDirectory("served-http");
        behind = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder.resolve("state")).withEnvironment(System.getenv()));
        ProviderStatus status = behind.status();
        assumeTrue(status.isAvailable(), () -> name + " is not available here: " + status);
        // The kit's images are archives of this host.
        ServerSettings settings = ServerSettings.DEFAULT.withHostImages(true);
        served = SandboxServer.start(
                List.of(behind), atSocket ? settings.withSocket(folder.resolve("socket")) : settings);
        Files.writeString(
                TOLD,
                served.environment().entrySet().stream()
                        .map(entry -> "export " + entry.getKey() + "='" + entry.getValue() + "'\n")
                        .collect(Collectors.joining()));
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (served != null) {
            served.close();
        }
        Files.deleteIfExists(TOLD);
        behind.close();
        try (Stream<Path> left = Files.walk(folder)) {
            for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    SandboxProvider behind() {
        return behind;
    }

    SandboxServer server() {
        return served;
    }

    /** Returns the settings of a provider that is to use it. */
    Map<String, String> settings() {
        try {
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("endpoint", served.url().toString(), "token", served.token());
    }
}
