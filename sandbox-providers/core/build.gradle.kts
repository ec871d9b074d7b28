plugins {
    `java-library`
    `maven-publish`
}

// As with Maven, tests have what is there to compile against.
configurations.testImplementation { extendsFrom(configurations.compileOnly.get()) }

dependencies {
    api(project(":sandbox-api"))
    compileOnly(libs.jspecify)
    compileOnly(libs.micrometer)
    compileOnly(libs.opentelemetry.api)

    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
    testImplementation(libs.opentelemetry.testing)
    testImplementation(libs.lincheck)
}
