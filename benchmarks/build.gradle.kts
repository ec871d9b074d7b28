plugins {
    `java-library`
}

dependencies {
    implementation(project(":sandbox-core"))
    implementation(project(":sandbox-provider-local"))
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
