plugins {
    `java-library`
}

dependencies {
    implementation(libs.commonmark)
    implementation(libs.commonmarkTables)
    implementation(libs.jackson.databind)
    compileOnly(libs.jspecify)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
}

tasks.test {
    doNotTrackState("reads the documentation of the whole repository")
}
