package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProviderFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What only the author of a provider knows: how to break it from outside. Some clauses cannot be examined without.
 *
 * <p>The hints are a file of properties in the provider's own jar, {@code META-INF/sandboxed/conformance/<name>.properties}:
 * <ul>
 *   <li>{@code destroy}: a command of the host's shell that destroys a sandbox behind its provider's back; it finds the
 *       sandbox's native id in {@code $NATIVE_ID} and its id in {@code $ID}.
 *   <li>{@code unavailable.<setting>}: settings of the provider with which its runtime cannot be reached; a
 *       {@code {scratch}} in them stands for an empty folder.
 *   <li>{@code recover}: a command of the host's shell after which the runtime can be reached with these very settings;
 *       it finds that folder in {@code $SCRATCH}.
 *   <li>{@code option.<name>}: an option of specs with a value with which a sandbox may be isolated less strongly than
 *       usual.
 * </ul>
 */
public final class ProviderHints {

    private static final String UNAVAILABLE = "unavailable.";
    private static final String OPTION = "option.";

    private final String file;
    private final Map<String, String> properties;

    ProviderHints(String file, Map<String, String> properties) {
        this.file = file;
        this.properties = Map.copyOf(properties);
    }

    /** Returns the hints in the jar of a factory; there may be none. */
    static ProviderHints of(SandboxProviderFactory factory) {
        String file = "META-INF/sandboxed/conformance/" + factory.name() + ".properties";
        Properties read = new Properties();
        try (InputStream content = factory.getClass().getClassLoader().getResourceAsStream(file)) {
            if (content != null) {
                read.load(new InputStreamReader(content, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file + " of provider " + factory.name(), e);
        }
        Map<String, String> properties = new HashMap<>();
        read.stringPropertyNames().forEach(name -> properties.put(name, read.getProperty(name)));
        return new ProviderHints(file, properties);
    }

    /** Returns the name of the file in the provider's jar. */
    public String file() {
        return file;
    }

    /** Destroys a sandbox behind its provider's back; returns whether there was a way to. */
    public boolean destroy(SandboxInfo sandbox) {
        return run("destroy", Map.of("NATIVE_ID", sandbox.nativeId(), "ID", sandbox.id()));
    }

    /** Returns settings with which the runtime cannot be reached; empty if there are none. */
    public Map<String, String> unavailable(Path scratch) {
        Map<String, String> settings = below(UNAVAILABLE);
        settings.replaceAll((name, value) -> value.replace("{scratch}", scratch.toString()));
        return settings;
    }

    /** Returns options of specs that may weaken the isolation of a sandbox; empty if there are none. */
    public Map<String, String> options() {
        return below(OPTION);
    }

    private Map<String, String> below(String prefix) {
        Map<String, String> found = new HashMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** Makes the runtime reachable with the very settings of {@link #unavailable}; returns whether there was a way to. */
    public boolean recover(Path scratch) {
        return run("recover", Map.of("SCRATCH", scratch.toString()));
    }

    private boolean run(String name, Map<String, String> variables) {
        Optional<String> script = Optional.ofNullable(properties.get(name));
        script.ifPresent(text -> HostShell.run(text, variables));
        return script.isPresent();
    }
}
