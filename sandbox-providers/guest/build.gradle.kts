plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-process"))
    implementation(libs.commons.compress)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
