plugins {
    java
}

dependencies {
    // Without the API of the Gradle that runs this build: the engine below is another version.
    testImplementation("dev.sandboxed:sandbox-gradle-plugin") { isTransitive = false }
    testImplementation(project(":sandbox-junit"))
    testImplementation(project(":sandbox-cli"))
    testImplementation(libs.gradle.api)
    testImplementation(libs.mockwebserver)
    testImplementation(libs.snakeyaml.engine)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}

val versions =
    mapOf(
        "sandboxed.version" to version.toString(),
        "junit.version" to libs.junit.jupiter.asProvider().get().version,
        "junit.platform.version" to libs.junit.launcher.get().version,
    )

tasks.test {
    // The builds of the tests get our modules from the local repository of Maven.
    dependsOn(rootProject.subprojects.map { it.tasks.matching { task -> task.name == "publishToMavenLocal" } })
    systemProperties(versions)
}
