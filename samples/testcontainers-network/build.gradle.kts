plugins {
    java
}

dependencies {
    testImplementation("dev.sandboxed:sandbox-junit-extension:0.1.0-SNAPSHOT")
    testImplementation("dev.sandboxed:sandbox-provider-docker:0.1.0-SNAPSHOT")
    testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
    testImplementation("org.testcontainers:testcontainers:2.0.5")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.withType<JavaCompile>().configureEach {
    options.encoding = "UTF-8"
    options.release.set(17)
}

tasks.test {
    useJUnitPlatform()
    // With these two this sample runs where no registry can be reached; leave both out in a build that reaches one.
    // Ryuk, which removes what a killed build left, is a container whose image has to be pulled.
    environment("TESTCONTAINERS_RYUK_DISABLED", "true")
    // Inside of a container Testcontainers would pull an image to find out the engine's address.
    environment("TESTCONTAINERS_HOST_OVERRIDE", "localhost")
}
