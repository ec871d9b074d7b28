pluginManagement {
    repositories {
        // Sandboxed is not published yet: mvn install in its folder puts it here.
        mavenLocal()
        gradlePluginPortal()
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositories {
        mavenLocal()
        mavenCentral()
    }
}

rootProject.name = "gradle-kotlin"
