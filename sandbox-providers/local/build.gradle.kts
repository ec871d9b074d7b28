plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    implementation(project(":sandbox-process"))
    implementation(libs.jackson.databind)
    implementation(libs.commons.compress)
    implementation(libs.pty4j)
    runtimeOnly(libs.jnaPlatform)
    runtimeOnly(libs.slf4j.api)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
