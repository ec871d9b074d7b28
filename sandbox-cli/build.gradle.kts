plugins {
    `java-library`
    application
    `maven-publish`
}

dependencies {
    api(project(":sandbox-core"))
    api(project(":sandbox-mutants"))
    api(project(":sandbox-provision"))
    api(project(":sandbox-serve"))
    api(project(":sandbox-wire"))
    api(project(":sandbox-process"))
    implementation(libs.picocli)
    implementation(libs.jackson.databind)
    // The demo runs JUnit tests.
    implementation(libs.junit.launcher)
    runtimeOnly(project(":sandbox-provider-docker"))
    runtimeOnly(project(":sandbox-provider-local"))
    runtimeOnly(project(":sandbox-provider-oci"))
    runtimeOnly(project(":sandbox-provider-microvm"))
    runtimeOnly(project(":sandbox-provider-remote"))
    runtimeOnly(project(":sandbox-provider-kubernetes"))
    runtimeOnly(project(":sandbox-images"))
    runtimeOnly(project(":sandbox-credentials"))
    // What the tests of the demo need; nothing else at runtime does.
    runtimeOnly(project(":sandbox-junit-extension"))
    runtimeOnly(libs.slf4j.simple)
    compileOnly(libs.jspecify)

    // For our own tests and for those of the demo: Maven's runtime scope is both.
    testImplementation(libs.junit.jupiter)
    runtimeOnly(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
    runtimeOnly(libs.assertj)
}

application {
    mainClass.set("dev.sandboxed.cli.internal.Main")
}
