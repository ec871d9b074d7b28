plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":sandbox-api"))
    // The clauses are JUnit tests; whoever extends them needs no other dependency.
    api(libs.junit.jupiter)
    api(libs.junit.launcher)
    implementation(libs.junit.reporting)
    implementation(libs.jackson.databind)
    compileOnly(libs.jspecify)

    testImplementation(project(":sandbox-testkit"))
    testImplementation(libs.junit.testkit)
    testImplementation(libs.assertj)
    testImplementation(libs.json.schema.validator)
}

// The page that people read is the list of clauses that the kit knows.
tasks.processResources {
    from(rootProject.file("docs")) {
        include("contract.md")
        into("META-INF/sandboxed")
    }
}
