plugins {
    `java-library`
}

dependencies {
    implementation(project(":sandbox-api"))
    implementation(project(":sandbox-linux"))
    implementation(project(":sandbox-process"))
    implementation(project(":sandbox-provider-docker"))
    implementation(project(":sandbox-folder"))
    implementation(project(":sandbox-images"))
    implementation(project(":sandbox-credentials"))
    implementation(project(":sandbox-provision"))
    implementation(project(":sandbox-wire"))
    implementation(project(":sandbox-serve"))
    implementation(project(":sandbox-guest"))
    implementation(project(":sandbox-testkit"))
    implementation(project(":sandbox-core"))
    implementation(project(":sandbox-conformance-kit"))
    implementation(project(":sandbox-provider-local"))
    implementation(project(":sandbox-provider-oci"))
    implementation(project(":sandbox-provider-microvm"))
    implementation(project(":sandbox-provider-remote"))
    implementation(project(":sandbox-provider-kubernetes"))
    implementation(project(":sandbox-mutants"))
    implementation(project(":sandbox-junit-extension"))
    implementation(project(":sandbox-junit"))
    implementation(project(":sandbox-cli"))
    implementation("dev.sandboxed:sandbox-gradle-plugin")
    implementation(project(":sandbox-benchmarks"))
    implementation(project(":sandbox-docs-site"))
    compileOnly(libs.jspecify)

    testImplementation(libs.archunit)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}

tasks.test {
    doNotTrackState("reads the sources and the build files of the whole repository")
}
