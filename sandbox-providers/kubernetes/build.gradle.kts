plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    api(project(":sandbox-linux"))
    api(project(":sandbox-process"))
    api(project(":sandbox-guest"))
    implementation(libs.kubernetesClient) { exclude(module = "kubernetes-httpclient-vertx") }
    implementation(libs.kubernetesHttpJdk)
    runtimeOnly(libs.jackson.jsr310)
    runtimeOnly(libs.bouncycastlePkix)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-conformance-kit"))
    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.mockwebserver)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
}
