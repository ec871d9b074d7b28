package dev.sandboxed.junit.internal.page;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.SandboxProviderFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests in a session of their own and reads what was written about them. */
public final class RecordedRun {

    private final Path work;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    public RecordedRun(Path work) {
        this.work = work;
        with("sandbox.stateDir", work.resolve("state").toString());
        with("sandbox.reportDir", folder().toString());
    }

    /**
     * Returns a folder whose content lies there afterwards, for people to look at. The tests run on several versions of JUnit at the
     * same time, so each has its own.
     */
    static Path kept(String name) throws IOException {
        String version = Test.class.getPackage().getImplementationVersion();
        return Files.createDirectories(
                Path.of("target", name + "-junit-" + version).toAbsolutePath());
    }

    public Path folder() {
        return work.resolve("report");
    }

    public RecordedRun with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    /** Runs tests, with a provider that only they find. */
    public RecordedRun runWith(Class<? extends SandboxProviderFactory> provider, Class<?>... tests) throws IOException {
        Path services = work.resolve("provider/META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(SandboxProviderFactory.class.getName()), provider.getName());
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        try (URLClassLoader more =
                new URLClassLoader(new URL[] {work.resolve("provider").toUri().toURL()}, usual)) {
            thread.setContextClassLoader(more);
            return run(tests);
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    public RecordedRun run(Class<?>... tests) {
        try (LauncherSession session = LauncherFactory.openSession()) {
            session.getLauncher()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(Arrays.stream(tests)
                                    .map(type -> selectClass(type))
                                    .toList())
                            .configurationParameters(parameters)
                            .build());
        }
        return this;
    }

    public String text(String name) throws IOException {
        return Files.readString(folder().resolve(name));
    }

    public JsonNode report() throws IOException {
        return new ObjectMapper().readTree(text("report.json"));
    }

    /** Returns all tests of all runs, without what holds them. */
    public List<JsonNode> tests() throws IOException {
        return all("tests").stream()
                .filter(test -> test.path("kind").asText().equals("test"))
                .toList();
    }

    public JsonNode test(String name) throws IOException {
        return tests().stream()
                .filter(test -> test.path("name").asText().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    public List<JsonNode> sandboxes() throws IOException {
        return all("sandboxes");
    }

    /** Returns the sandbox of a test, or of a class. */
    public JsonNode sandboxOf(JsonNode owner) throws IOException {
        return sandboxes().stream()
                .filter(sandbox -> sandbox.path("owner").equals(owner.path("id")))
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> all(String what) throws IOException {
        return StreamSupport.stream(report().path("runs").spliterator(), false)
                .flatMap(run -> StreamSupport.stream(run.path(what).spliterator(), false))
                .toList();
    }
}
