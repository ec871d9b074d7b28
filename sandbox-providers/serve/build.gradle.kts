plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    implementation(project(":sandbox-linux"))
    implementation(project(":sandbox-process"))
    implementation(project(":sandbox-folder"))
    implementation(project(":sandbox-guest"))
    implementation(project(":sandbox-wire"))
    implementation(libs.jackson.databind)
    implementation(libs.jettyServer)
    implementation(libs.jettyUnixDomainServer)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-provider-local"))
    testImplementation(libs.okhttp)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
