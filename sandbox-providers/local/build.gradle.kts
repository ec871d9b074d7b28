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
    api(project(":sandbox-folder"))
    api(project(":sandbox-guest"))
    runtimeOnly(libs.pty4j)
    runtimeOnly(libs.jnaPlatform)
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
    providers.addAll("subprocess", "worktree", "bubblewrap")
}
