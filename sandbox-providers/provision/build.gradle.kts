plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    implementation(project(":sandbox-process"))
    implementation(project(":sandbox-linux"))
    implementation(libs.okhttp)
    implementation(libs.commons.compress)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.mockwebserver)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
