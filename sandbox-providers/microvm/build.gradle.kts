plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    api(project(":sandbox-process"))
    api(project(":sandbox-folder"))
    api(project(":sandbox-guest"))
    api(project(":sandbox-network"))
    implementation(libs.okhttp)
    implementation(libs.jackson.databind)
    implementation(libs.commons.compress)
    implementation(libs.xz)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
