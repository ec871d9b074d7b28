plugins {
    `java-library`
}

dependencies {
    implementation(project(":sandbox-core"))
    implementation(project(":sandbox-provider-docker"))
    implementation(project(":sandbox-provider-local"))
    implementation(project(":sandbox-provider-oci"))
    runtimeOnly(project(":sandbox-cli"))
    runtimeOnly(project(":sandbox-credentials"))
    runtimeOnly(project(":sandbox-provider-microvm"))
    runtimeOnly(project(":sandbox-provider-remote"))
    runtimeOnly(project(":sandbox-provider-kubernetes"))
    implementation(libs.kubernetesClient) { exclude(module = "kubernetes-httpclient-vertx") }
    implementation(project(":sandbox-serve"))
    implementation(project(":sandbox-junit-extension"))
    implementation(libs.junit.jupiter)
    implementation(libs.junit.launcher)
    implementation(libs.testcontainers)
    runtimeOnly(libs.slf4j.simple)
    compileOnly(libs.jspecify)

    testImplementation(libs.assertj)
}
