package dev.sandboxed.core.internal.config;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.core.config.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings, read once.
 *
 * <p>What is said closest to the use wins: the sources given by the caller, in their order, then system properties, the
 * environment, the file, and the default. {@link ConfigKey} lists the keys.
 *
 * <p>Methods that give a value throw {@link ConfigurationException} if it is not what the key needs.
 */
public final class Configuration {

    private static final String AUTO = "auto";

    private final List<ConfigSource> sources;
    private final Surroundings surroundings;

    private Configuration(List<ConfigSource> sources, Surroundings surroundings) {
        this.sources = List.copyOf(sources);
        this.surroundings = surroundings;
    }

    /**
     * Reads the settings.
     *
     * @param surroundings where system properties, environment and file are found
     * @param closest what wins over them, strongest first
     * @throws ConfigurationException if the file is named and missing, or cannot be read
     */
    public static Configuration read(Surroundings surroundings, ConfigSource... closest) {
        List<ConfigSource> sources = new ArrayList<>(List.of(closest));
        sources.add(ConfigSource.of("system property", surroundings.properties()));
        sources.add(ConfigSource.environment(surroundings.environment()));
        Optional<Setting> named = find(sources, ConfigKey.CONFIG);
        ConfigFile.read(named, surroundings.workingDirectory()).ifPresent(sources::add);
        return new Configuration(sources, surroundings);
    }

    /**
     * Returns these settings with others that win over all of them. Nothing is read again.
     *
     * @param closer what wins, strongest first
     */
    public Configuration overriddenBy(List<ConfigSource> closer) {
        List<ConfigSource> all = new ArrayList<>(closer);
        all.addAll(sources);
        return new Configuration(all, surroundings);
    }

    /** Returns what was set for a key, with where that was. */
    public Optional<Setting> find(ConfigKey key) {
        return find(sources, key);
    }

    /** Returns the folder for our files; a relative one is below the working directory. It may not exist yet. */
    public Path stateDirectory() {
        return find(ConfigKey.STATE_DIR).map(this::directory).orElseGet(surroundings::defaultStateDirectory);
    }

    /** Returns whether the state folder is the one that any other JVM of this user uses which is told nothing about it. */
    public boolean hasUsualStateDirectory() {
        return stateDirectory().equals(surroundings.usualStateDirectory());
    }

    /** Returns the folder for programs that are fetched; a relative one is below the working directory. It may not exist. */
    public Path toolsDirectory() {
        return toolsDirectories().get(0);
    }

    /** Returns the folder for the page about a run; a relative one is below the working directory. Empty if none is wanted. */
    public Optional<Path> reportDirectory() {
        return find(ConfigKey.REPORT_DIR).map(this::directory);
    }

    private List<Path> toolsDirectories() {
        return find(ConfigKey.TOOLS_DIR)
                .map(setting -> Arrays.stream(setting.value().split(":"))
                        .map(part -> directory(new Setting(setting.key(), part, setting.origin())))
                        .toList())
                .orElseGet(() -> List.of(surroundings.defaultToolsDirectory()));
    }

    /** Returns the name of the user that the process runs as. */
    public String user() {
        return surroundings.user();
    }

    /** Returns the environment of the process, for providers whose runtimes are told there where to find things. */
    public Map<String, String> environment() {
        return surroundings.environment();
    }

    /** Returns the environment with programs that were fetched before all others in its path. */
    public Map<String, String> environmentWithTools() {
        Map<String, String> environment = new LinkedHashMap<>(surroundings.environment());
        String programs = toolsDirectories().stream()
                .map(tools -> tools.resolve("bin").toString())
                .collect(Collectors.joining(":"));
        environment.merge("PATH", programs, (path, tools) -> tools + ":" + path);
        return environment;
    }

    /** Returns what kind of processor this host has, as Java calls it. */
    public String architecture() {
        return surroundings.architecture();
    }

    /** Returns where this process finds its classes, as it was told when it was started. */
    public String classPath() {
        return surroundings.properties().getOrDefault("java.class.path", "");
    }

    /** Returns the only provider to use; empty when it shall be chosen. */
    public Optional<String> provider() {
        return find(ConfigKey.PROVIDER).map(Setting::value).filter(name -> !name.equalsIgnoreCase(AUTO));
    }

    /** Returns whether sandboxes may be made ahead. */
    public boolean hasPool() {
        return choice(ConfigKey.POOL, Pool.class).orElse(Pool.ON) == Pool.ON;
    }

    private enum Pool {
        ON,
        OFF
    }

    /** Returns the weakest isolation that is accepted. */
    public Isolation isolation() {
        return find(ConfigKey.ISOLATION).map(Configuration::level).orElse(Isolation.PROCESS);
    }

    /**
     * Returns what was set for a key, read by a parser.
     *
     * @throws ConfigurationException if the parser refuses it with an {@link IllegalArgumentException}
     */
    public <T> Optional<T> parsed(ConfigKey key, Function<String, T> parser) {
        return find(key).map(setting -> parse(setting, parser));
    }

    /** Returns a choice that is written in lower case with dashes. */
    public <E extends Enum<E>> Optional<E> choice(ConfigKey key, Class<E> type) {
        return parsed(key, text -> choose(text, type));
    }

    /** Returns what was set below a key such as {@code sandbox.env}, by the rest of the key; the environment is left out. */
    public Map<String, String> below(String prefix) {
        Map<String, String> merged = new LinkedHashMap<>();
        weakestFirst().filter(source -> !source.isShared()).forEach(source -> merged.putAll(source.below(prefix)));
        return Collections.unmodifiableMap(merged);
    }

    /** Returns a provider's own settings by their keys without {@code sandbox.<provider>.}. */
    public Map<String, String> settingsOf(String provider) {
        Map<String, String> merged = new LinkedHashMap<>();
        weakestFirst().forEach(source -> merged.putAll(source.below("sandbox." + provider)));
        return Collections.unmodifiableMap(merged);
    }

    /**
     * Reports what was written and means nothing, each with the nearest known key.
     *
     * @param providers the names whose {@code sandbox.<provider>.} settings are known
     */
    public List<String> warnings(Set<String> providers) {
        UnknownKeys unknown = new UnknownKeys(providers);
        return sources.stream().flatMap(source -> unknown.in(source).stream()).toList();
    }

    private Stream<ConfigSource> weakestFirst() {
        List<ConfigSource> reversed = new ArrayList<>(sources);
        Collections.reverse(reversed);
        return reversed.stream();
    }

    private static <T> T parse(Setting setting, Function<String, T> parser) {
        try {
            return parser.apply(setting.value());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    Fault.of(setting.describe() + ", but that cannot be used: " + e.getMessage())
                            .cause(e));
        }
    }

    private static <E extends Enum<E>> E choose(String text, Class<E> type) {
        String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("it is none of "
                        + Arrays.toString(type.getEnumConstants())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-')));
    }

    private Path directory(Setting setting) {
        try {
            Path directory =
                    surroundings.workingDirectory().resolve(setting.value()).normalize();
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw refused(
                        setting, "that is not a directory", "name a directory, or a path where one can be made", null);
            }
            return directory;
        } catch (InvalidPathException e) {
            throw refused(setting, "that is not a path: " + e.getReason(), "name a directory", e);
        }
    }

    private static Isolation level(Setting setting) {
        try {
            return Isolation.parse(setting.value());
        } catch (IllegalArgumentException e) {
            String levels = Arrays.stream(Isolation.values())
                    .map(Isolation::written)
                    .toList()
                    .toString();
            throw refused(setting, "that is no isolation level", "use one of " + levels, e);
        }
    }

    private static ConfigurationException refused(
            Setting setting, String why, String remedy, @Nullable Exception cause) {
        return new ConfigurationException(
                Fault.of(setting.describe() + ", but " + why).remedy(remedy).cause(cause));
    }

    private static Optional<Setting> find(List<ConfigSource> sources, ConfigKey key) {
        return sources.stream()
                .flatMap(source -> source.find(key.key()).stream())
                .findFirst();
    }
}
