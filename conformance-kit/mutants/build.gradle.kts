plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-conformance-kit"))
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-provider-local"))
    testImplementation(libs.assertj)
}
