plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-network"))
    implementation(libs.jettyServer)
    implementation(libs.okhttp)
    implementation(libs.okhttpTls)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
