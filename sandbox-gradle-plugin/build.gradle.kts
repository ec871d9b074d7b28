plugins {
    `java-gradle-plugin`
    `maven-publish`
}

dependencies {
    // Gradle's own API is that of the Gradle which runs this; Maven compiles against the oldest one.
    compileOnly(libs.jspecify)
}

java {
    withSourcesJar()
    withJavadocJar()
}

gradlePlugin {
    plugins {
        create("sandboxed") {
            id = "dev.sandboxed"
            implementationClass = "dev.sandboxed.gradle.SandboxedPlugin"
            displayName = "Sandboxed"
            description = "Settings for tests that run code in sandboxes, and tasks that look after the providers of a host."
        }
    }
}

tasks.withType<JavaCompile>().configureEach {
    options.encoding = "UTF-8"
    options.release.set(17)
}

val pluginVersion = version.toString()

tasks.processResources {
    // The descriptor is in the sources for Maven; Gradle writes the same.
    duplicatesStrategy = DuplicatesStrategy.EXCLUDE
    inputs.property("version", pluginVersion)
    filesMatching("**/plugin.properties") {
        expand(mapOf("project" to mapOf("version" to pluginVersion)))
    }
}
