package dev.sandboxed.checks.parity;

import dev.sandboxed.checks.parity.Build.Dependency;
import dev.sandboxed.checks.parity.Build.Files;
import dev.sandboxed.checks.parity.Build.Module;
import dev.sandboxed.checks.parity.Build.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the poms. */
final class MavenBuild {

    /** What a build runs although no pom names it; each would come in a version of Maven's own choice. */
    private static final List<String> LIFECYCLE =
            List.of("clean", "resources", "compiler", "surefire", "jar", "install", "deploy", "site");

    private final Pom root;
    private final Map<String, Pom> modules = new LinkedHashMap<>();

    MavenBuild(Files files) {
        root = Pom.parse(files.text("pom.xml"));
        root.all("modules", "module")
                .forEach(module -> modules.put(module.text(), Pom.parse(files.text(module.text() + "/pom.xml"))));
    }

    Build read() {
        Map<String, Module> found = new TreeMap<>();
        Set<String> bom = new TreeSet<>();
        modules.forEach((folder, pom) -> {
            if (pom.value("packaging").filter("pom"::equals).isPresent()) {
                pom.all("dependencyManagement", "dependencies", "dependency")
                        .forEach(managed -> bom.add(managed.need("artifactId")));
            } else {
                // A plugin of Gradle is found by its id, and no BOM can say in which version.
                boolean published = !"true".equals(pom.properties().get("maven.deploy.skip"))
                        && !"true".equals(pom.properties().get("gradle.plugin"));
                found.put(pom.need("artifactId"), new Module(folder, published, dependencies(pom)));
            }
        });
        return new Build("Maven", found, bom);
    }

    /** Returns what is wrong with the poms themselves, whatever Gradle says. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        modules.forEach((folder, pom) -> {
            String artifact = pom.need("artifactId");
            String parent = pom.all("parent").get(0).need("version");
            if (!parent.equals(root.need("version"))) {
                problems.add(artifact + ": parent version " + parent + " is not " + root.need("version"));
            }
            pom.all("dependencies", "dependency").forEach(dependency -> {
                if (!isProperty(dependency.need("version"))) {
                    problems.add(artifact + ": " + dependency.need("artifactId") + " has version "
                            + dependency.need("version") + ", which is no property of the root pom");
                }
            });
        });
        problems.addAll(looseVersions());
        problems.addAll(unpinnedPlugins());
        return problems;
    }

    private List<String> looseVersions() {
        return root.all("build", "pluginManagement", "plugins", "plugin").stream()
                .filter(plugin -> !isProperty(plugin.need("version")))
                .map(plugin -> plugin.need("artifactId") + " is pinned to " + plugin.need("version")
                        + ", which is no property of the root pom")
                .toList();
    }

    private List<String> unpinnedPlugins() {
        Set<String> used = new TreeSet<>();
        LIFECYCLE.forEach(name -> used.add("maven-" + name + "-plugin"));
        root.anywhere("plugin").forEach(plugin -> used.add(plugin.need("artifactId")));
        modules.values().forEach(pom -> pom.anywhere("plugin").forEach(plugin -> used.add(plugin.need("artifactId"))));
        root.all("build", "pluginManagement", "plugins", "plugin").forEach(pin -> used.remove(pin.need("artifactId")));
        return used.stream().map(plugin -> plugin + " is not pinned").toList();
    }

    private boolean isProperty(String version) {
        return version.equals("${project.version}")
                || (version.startsWith("${") && root.properties().containsKey(bare(version)));
    }

    private static Map<String, Dependency> dependencies(Pom pom) {
        Map<String, Dependency> dependencies = new TreeMap<>();
        pom.all("dependencies", "dependency")
                .forEach(dependency -> dependencies.put(
                        dependency.need("groupId") + ":" + dependency.need("artifactId"),
                        new Dependency(
                                scope(dependency.value("scope").orElse("compile")), bare(dependency.need("version")))));
        return dependencies;
    }

    private static Scope scope(String maven) {
        return switch (maven) {
            case "provided" -> Scope.COMPILE_ONLY;
            case "compile" -> Scope.MAIN;
            case "runtime" -> Scope.RUNTIME;
            case "test" -> Scope.TEST;
            default -> throw new IllegalArgumentException("Unknown scope " + maven);
        };
    }

    private static String bare(String property) {
        return property.replaceAll("^\\$\\{|}$", "");
    }
}
