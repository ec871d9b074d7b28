plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    api(project(":sandbox-process"))
    implementation(libs.dnsjava)
    runtimeOnly(libs.slf4j.api)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
