plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-core"))
    api(libs.junit.jupiter.api)
    api(libs.assertj)
    implementation(libs.jackson.databind)
    runtimeOnly(project(":sandbox-provider-local"))
    // Whoever runs JUnit tests has it: the pool is told the test plan by it.
    compileOnly(libs.junit.launcher)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.junit.testkit)
    testImplementation(libs.awaitility)
    testImplementation(libs.json.schema.validator)
}
