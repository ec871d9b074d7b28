plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-junit-extension"))
    runtimeOnly(project(":sandbox-provider-docker"))
    runtimeOnly(project(":sandbox-provider-local"))
    runtimeOnly(project(":sandbox-provider-oci"))
    runtimeOnly(project(":sandbox-provider-microvm"))
    runtimeOnly(project(":sandbox-provider-remote"))
    runtimeOnly(project(":sandbox-images"))
    runtimeOnly(project(":sandbox-credentials"))

    // Nothing else for the tests than what runs them: they are about what this module brings.
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.junit.launcher)
}
