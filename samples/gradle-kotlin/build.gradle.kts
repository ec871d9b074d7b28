plugins {
    id("java")
    id("dev.sandboxed") version "0.1.0-SNAPSHOT"
}

// The plugin adds dev.sandboxed:sandbox-junit in its own version.
dependencies {
    testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher:1.14.4")
}

sandboxed {
    // The floor. This one lets tests run everywhere; a build server raises it with -Psandbox.isolation=container.
    isolation.set(providers.gradleProperty("sandbox.isolation").orElse("process"))
    // The files of each test's sandbox go to build/reports/sandboxed/test/kept.
    keep.set("always")
    // At most two sandboxes are made before tests ask for them, and at most eight live at once.
    poolAhead.set(2)
    liveSandboxes.set(8)
    settings.put("sandbox.timeout", "20s")
    // What sandboxProvision looks after.
    runtimes {
        register("bubblewrap")
    }
}

tasks.withType<Test>().configureEach {
    useJUnitPlatform()
    testLogging {
        events("passed", "skipped", "failed")
    }
}
