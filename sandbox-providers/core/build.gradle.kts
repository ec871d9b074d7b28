plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    compileOnly(libs.jspecify)
    compileOnly(libs.micrometer)
    compileOnly(libs.opentelemetry.api)

    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
    testImplementation(libs.micrometer)
    testImplementation(libs.opentelemetry.testing)
}
