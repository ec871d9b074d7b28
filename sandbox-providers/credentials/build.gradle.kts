plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-network"))
    implementation(libs.jettyServer)
    implementation(libs.okhttp)
    implementation(libs.bouncycastlePkix)
    compileOnly(libs.jspecify)

    testImplementation(libs.okhttpTls)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}
