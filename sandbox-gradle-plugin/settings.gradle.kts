rootProject.name = "sandbox-gradle-plugin"

// A build of its own, so that the build of the other modules can use the plugin. Versions are written in pom.xml only.
val pom: String = rootDir.resolve("../pom.xml").readText()

fun fromPom(property: String): String =
    Regex("<$property>(.+)</$property>").find(pom)?.groupValues?.get(1) ?: error("pom.xml has no $property")

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
    versionCatalogs {
        create("libs") {
            library("jspecify", "org.jspecify", "jspecify").version(fromPom("jspecify.version"))
        }
    }
}

gradle.beforeProject {
    group = fromPom("groupId")
    version = fromPom("version")
}
