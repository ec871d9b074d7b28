plugins {
    `java-library`
    `maven-publish`
    id("dev.sandboxed")
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    api(project(":sandbox-process"))
    api(project(":sandbox-network"))
    api(project(":sandbox-guest"))
    implementation(libs.dockerJavaCore)
    implementation(libs.dockerJavaZerodep)
    implementation(libs.jackson.databind)
    implementation(libs.commons.compress)
    compileOnly(libs.immutables.annotations)
    runtimeOnly(libs.slf4j.api)
    compileOnly(libs.jspecify)
    sandboxedTool(project(":sandbox-cli"))

    testImplementation(project(":sandbox-credentials"))
    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}

sandboxed {
    addDependencies.set(false)
}

tasks.sandboxConformance {
    providers.addAll("docker")
}
