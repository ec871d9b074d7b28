plugins {
    `java-library`
}

version = "1.0"

dependencies {
    api("dev.sandboxed:sandbox-api:0.1.0-SNAPSHOT")
    // Starts processes, moves their bytes, ends their trees.
    implementation("dev.sandboxed:sandbox-process:0.1.0-SNAPSHOT")
    // Keeps sandboxes in folders: records, files, snapshots.
    implementation("dev.sandboxed:sandbox-folder:0.1.0-SNAPSHOT")
    // Brings JUnit.
    testImplementation("dev.sandboxed:sandbox-conformance-kit:0.1.0-SNAPSHOT")
}

tasks.withType<JavaCompile>().configureEach {
    options.encoding = "UTF-8"
    options.release.set(17)
}

tasks.jar {
    manifest {
        // Certificates tell the version of the provider, and find it here.
        attributes("Implementation-Version" to project.version)
    }
}

tasks.test {
    useJUnitPlatform()
    // Java 17 takes from it how file names are written; FILE-8 has some beyond ASCII.
    environment("LC_ALL", "C.UTF-8")
}
