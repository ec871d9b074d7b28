rootProject.name = "agent-answers"

dependencyResolutionManagement {
    repositories {
        // Sandboxed is not in Maven Central yet: "mvn install" in its folder puts it here.
        mavenLocal()
        mavenCentral()
    }
}
