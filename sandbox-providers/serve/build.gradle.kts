plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    implementation(libs.jackson.databind)
    implementation(libs.jettyServer)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-provider-local"))
    testImplementation(libs.okhttp)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
