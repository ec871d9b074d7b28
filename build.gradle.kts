// What the modules have in common. Each module's own script says only what it is and what it depends on.

val launcher = libs.junit.launcher

subprojects {
    // sandbox-provider-local is the module dev.sandboxed.provider.local
    val moduleName = "dev.sandboxed." + name.removePrefix("sandbox-").replace('-', '.')
    // Not this module's own: it gets its version only when its turn comes to be configured.
    val moduleVersion = rootProject.version.toString()
    val title = name

    plugins.withId("java") {
        extensions.configure<JavaPluginExtension> {
            withSourcesJar()
            withJavadocJar()
        }
        // As Maven's provided scope has it: what is there to compile the main code is there for the tests too.
        configurations.named("testImplementation") {
            extendsFrom(configurations.getByName("compileOnly"))
        }
        dependencies.add("testRuntimeOnly", launcher)

        tasks.withType<JavaCompile>().configureEach {
            options.encoding = "UTF-8"
            options.release.set(17)
            options.compilerArgs.addAll(listOf("-Xlint:all", "-Werror", "-parameters", "-XDstringConcat=inline"))
        }
        tasks.withType<Javadoc>().configureEach {
            val docletOptions = options as StandardJavadocDocletOptions
            docletOptions.encoding = "UTF-8"
            docletOptions.isNoTimestamp = true
            docletOptions.addBooleanOption("Xdoclint:all,-missing", true)
        }
        tasks.withType<Test>().configureEach {
            useJUnitPlatform()
            include("**/*Tests.class")
        }
        tasks.named<Jar>("jar") {
            manifest {
                attributes(
                    mapOf(
                        "Automatic-Module-Name" to moduleName,
                        "Implementation-Title" to title,
                        "Implementation-Version" to moduleVersion,
                    ),
                )
            }
        }
        tasks.withType<AbstractArchiveTask>().configureEach {
            isPreserveFileTimestamps = false
            isReproducibleFileOrder = true
        }
        plugins.withId("maven-publish") {
            extensions.configure<PublishingExtension> {
                publications.create<MavenPublication>("maven") {
                    from(components["java"])
                }
            }
        }
    }

    plugins.withId("java-platform") {
        plugins.withId("maven-publish") {
            extensions.configure<PublishingExtension> {
                publications.create<MavenPublication>("maven") {
                    from(components["javaPlatform"])
                }
            }
        }
    }
}
