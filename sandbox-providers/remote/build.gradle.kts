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
    api(project(":sandbox-wire"))
    implementation(libs.okhttp)
    implementation(libs.jackson.databind)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(project(":sandbox-testkit"))
    testImplementation(project(":sandbox-serve"))
    testImplementation(project(":sandbox-provider-local"))
    testImplementation(project(":sandbox-provider-docker"))
    testImplementation(project(":sandbox-provider-oci"))
    testImplementation(libs.mockwebserver)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
