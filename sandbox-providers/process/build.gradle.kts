plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    implementation(libs.jna)
    // Those who use terminals bring it along: the others have no use for it, nor for the Kotlin library it needs.
    compileOnly(libs.pty4j)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
