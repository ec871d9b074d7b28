package dev.sandboxed.checks.parity;

import java.util.Map;
import java.util.Set;

/**
 * What a build says about its modules, in words both builds share.
 *
 * @param name how the build is called in messages
 * @param modules the modules that hold code, by artifact name
 * @param bom the artifacts the BOM lists
 */
record Build(String name, Map<String, Module> modules, Set<String> bom) {

    /** Gives the text of a file of the repository, so that a test can make up a whole build in memory. */
    interface Files {
        String text(String path);
    }

    /** The scopes that exist in both builds; Gradle's api and implementation are one for Maven. */
    enum Scope {
        COMPILE_ONLY,
        MAIN,
        RUNTIME,
        TEST
    }

    /**
     * One module.
     *
     * @param dependencies what it depends on, group and artifact joined by a colon
     */
    record Module(String folder, boolean published, Map<String, Dependency> dependencies) {}

    /**
     * One dependency.
     *
     * @param version the name of the property of the root pom that holds its version
     */
    record Dependency(Scope scope, String version) {}
}
