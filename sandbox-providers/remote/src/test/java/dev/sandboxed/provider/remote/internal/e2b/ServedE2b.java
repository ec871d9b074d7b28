package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.LocalE2b;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A local E2B over one of our own providers, for a class of tests. */
final class ServedE2b implements BeforeAllCallback, AfterAllCallback {

    /** Where the kit's hints find it, which are shells that this process starts. */
    private static final Path TOLD =
            Path.of("target/served-e2b-" + ProcessHandle.current().pid());

    private final String name;
    private Path folder;
    private SandboxProvider behind;
    private LocalE2b served;

    private ServedE2b(String name) {
        this.name = name;
    }

    static ServedE2b over(String provider) {
        return new ServedE2b(provider);
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
        folder = Files.createTempDirectory("served-e2b");
        behind = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder).withEnvironment(System.getenv()));
        ProviderStatus status = askPatiently();
        assumeTrue(status.isAvailable(), () -> name + " is not available here: " + status);
        served = LocalE2b.start(behind, E2bSettings.DEFAULT);
        Files.writeString(
                TOLD,
                served.environment().entrySet().stream()
                        .map(entry -> "export " + entry.getKey() + "='" + entry.getValue() + "'\n")
                        .collect(Collectors.joining()));
    }

    /** On a busy machine an answer that is due within a second comes too late, and nothing would be tested. */
    private ProviderStatus askPatiently() {
        ProviderStatus status = behind.status();
        for (int asked = 1; !status.isAvailable() && asked < 5; asked++) {
            status = behind.status();
        }
        return status;
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

    LocalE2b server() {
        return served;
    }

    /** Asks its control API, and returns a successful answer. */
    String ask(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(served.apiUrl().resolve("/" + path))
                .header("X-API-Key", served.apiKey())
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isBetween(200, 204);
        return answer.body();
    }

    /** Returns the settings of a provider that is to use it. */
    Map<String, String> settings() {
        try {
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of(
                "apiUrl",
                served.apiUrl().toString(),
                "sandboxUrl",
                served.sandboxUrl().toString(),
                "apiKey",
                served.apiKey(),
                "isolation",
                behind.capabilities().isolation().name().toLowerCase(Locale.ROOT));
    }
}
