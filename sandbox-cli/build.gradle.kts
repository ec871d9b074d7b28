plugins {
    `java-library`
    application
    `maven-publish`
}

dependencies {
    implementation(project(":sandbox-core"))
    implementation(libs.picocli)
    implementation(libs.jackson.databind)
    runtimeOnly(project(":sandbox-provider-local"))
    runtimeOnly(libs.slf4j.platform)
    runtimeOnly(libs.slf4j.simple)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}

application {
    mainClass.set("dev.sandboxed.cli.Main")
}
