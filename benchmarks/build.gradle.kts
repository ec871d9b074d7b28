plugins {
    `java-library`
}

dependencies {
    implementation(project(":sandbox-core"))
    implementation(project(":sandbox-provider-docker"))
    implementation(project(":sandbox-provider-local"))
    implementation(project(":sandbox-provider-oci"))
    implementation(libs.testcontainers)
    runtimeOnly(libs.slf4j.simple)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
