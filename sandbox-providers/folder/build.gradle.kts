plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    api(project(":sandbox-process"))
    implementation(libs.jackson.databind)
    implementation(libs.commons.compress)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
