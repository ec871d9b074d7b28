plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    implementation(project(":sandbox-linux"))
    api(project(":sandbox-folder"))
    implementation(libs.jibCore)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
