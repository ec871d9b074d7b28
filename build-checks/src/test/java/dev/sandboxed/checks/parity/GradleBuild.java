package dev.sandboxed.checks.parity;

import dev.sandboxed.checks.parity.Build.Dependency;
import dev.sandboxed.checks.parity.Build.Files;
import dev.sandboxed.checks.parity.Build.Module;
import dev.sandboxed.checks.parity.Build.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads the Gradle scripts as text. It knows the few forms they use and refuses to overlook any other. */
final class GradleBuild {

    private static final Pattern MODULE = Pattern.compile("(?m)^module\\(\"([^\"]+)\", \"([^\"]+)\"\\)");
    private static final Pattern INCLUDED = Pattern.compile("(?m)^includeBuild\\(\"([^\"]+)\"\\)");
    private static final Pattern LIBRARY = Pattern.compile(
            "library\\(\"([^\"]+)\", \"([^\"]+)\", \"([^\"]+)\"\\)\\s*\\.version\\(fromPom\\(\"([^\"]+)\"\\)\\)");
    private static final Pattern DEPENDENCIES = Pattern.compile("(?ms)^dependencies \\{\n(.*?)^}");
    private static final Pattern DEPENDENCY =
            Pattern.compile("(\\w+)\\((?:libs\\.([\\w.]+)|(?:project\\(\":|\"dev\\.sandboxed:)([^\"]+)\"\\)?)\\)");
    private static final String PLUGIN = "`java-gradle-plugin`";

    private final Files files;
    private final Map<String, String> folders = new TreeMap<>();
    private final Map<String, Library> libraries = new TreeMap<>();

    private record Library(String coordinates, String version) {}

    GradleBuild(Files files) {
        this.files = files;
        String settings = files.text("settings.gradle.kts");
        results(MODULE, settings).forEach(match -> folders.put(match.group(1), match.group(2)));
        results(INCLUDED, settings).forEach(match -> folders.put(match.group(1), match.group(1)));
        results(LIBRARY, settings)
                .forEach(match -> libraries.put(
                        match.group(1).replace('-', '.'),
                        new Library(match.group(2) + ":" + match.group(3), match.group(4))));
    }

    Build read() {
        Map<String, Module> modules = new TreeMap<>();
        Set<String> bom = new TreeSet<>();
        folders.forEach((name, folder) -> {
            String script = files.text(folder + "/build.gradle.kts");
            if (script.contains("`java-platform`")) {
                statements(name, script).forEach(match -> bom.add(match.group(3)));
            } else {
                boolean published = script.contains("`maven-publish`") && !script.contains(PLUGIN);
                modules.put(name, new Module(folder, published, dependencies(name, script)));
            }
        });
        return new Build("Gradle", modules, bom);
    }

    /** Returns which modules of this build a module declares, by whether it passes them on to those who compile against it. */
    Map<String, Boolean> declared(String module) {
        Map<String, Boolean> declared = new TreeMap<>();
        for (MatchResult match : statements(module, files.text(folders.get(module) + "/build.gradle.kts"))) {
            Scope scope = scope(module, match.group(1));
            if (match.group(3) != null && (scope == Scope.MAIN || scope == Scope.COMPILE_ONLY)) {
                declared.put(match.group(3), match.group(1).equals("api"));
            }
        }
        return declared;
    }

    /** Returns the folders of all modules, by their names. */
    Map<String, String> folders() {
        return folders;
    }

    private Map<String, Dependency> dependencies(String module, String script) {
        Map<String, Dependency> dependencies = new TreeMap<>();
        if (script.contains(PLUGIN)) {
            // It comes with the plugin for plugins.
            dependencies.put(
                    "dev.gradleplugins:gradle-api", new Dependency(Scope.COMPILE_ONLY, "gradle-api.oldest.version"));
        }
        for (MatchResult match : statements(module, script)) {
            Scope scope = scope(module, match.group(1));
            if (match.group(3) != null) {
                dependencies.put("dev.sandboxed:" + match.group(3), new Dependency(scope, "project.version"));
            } else {
                Library library = libraries.get(match.group(2));
                if (library == null) {
                    throw new IllegalArgumentException(module + ": settings.gradle.kts has no libs." + match.group(2));
                }
                dependencies.put(library.coordinates(), new Dependency(scope, library.version()));
            }
        }
        return dependencies;
    }

    private static List<MatchResult> statements(String module, String script) {
        List<MatchResult> blocks = results(DEPENDENCIES, script);
        if (blocks.size() != 1) {
            throw new IllegalArgumentException(module + ": expected one dependencies block, found " + blocks.size());
        }
        return blocks.get(0)
                .group(1)
                .lines()
                .map(String::trim)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .filter(line -> !line.equals("constraints {") && !line.equals("}"))
                // What a task runs with is no dependency of the module.
                .filter(line -> !line.startsWith("sandboxedTool("))
                .map(line -> line.replace(" { isTransitive = false }", ""))
                .map(line -> line.replaceFirst(" \\{ exclude\\(.*\\) }$", ""))
                .map(line -> {
                    var matcher = DEPENDENCY.matcher(line);
                    if (!matcher.matches()) {
                        throw new IllegalArgumentException(module + ": cannot read the dependency " + line);
                    }
                    return matcher.toMatchResult();
                })
                .toList();
    }

    private static Scope scope(String module, String configuration) {
        return switch (configuration) {
            case "compileOnly" -> Scope.COMPILE_ONLY;
            case "api", "implementation" -> Scope.MAIN;
            case "runtimeOnly" -> Scope.RUNTIME;
            case "testImplementation", "testRuntimeOnly" -> Scope.TEST;
            default -> throw new IllegalArgumentException(module + ": unknown configuration " + configuration);
        };
    }

    private static List<MatchResult> results(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }
}
