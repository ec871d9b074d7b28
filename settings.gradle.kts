import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.Element

pluginManagement {
    includeBuild("sandbox-gradle-plugin")
}

rootProject.name = "sandboxed"

// Once more, for its classes: above it only brings its plugin.
includeBuild("sandbox-gradle-plugin")

// The Maven build and this one describe the same modules. Versions, the group and the project's own version are written
// in pom.xml only; everything else is kept equal by BuildParityTests in build-checks.
val pom: Element =
    rootDir.resolve("pom.xml").inputStream().use {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(it).documentElement
    }

fun children(parent: Element): List<Element> =
    (0 until parent.childNodes.length).map { parent.childNodes.item(it) }.filterIsInstance<Element>()

val pomValues: Map<String, String> = children(pom).associate { it.tagName to it.textContent.trim() }
val pomProperties: Map<String, String> =
    children(children(pom).single { it.tagName == "properties" }).associate { it.tagName to it.textContent.trim() }

// As with Maven, -Djunit.version=… on the command line wins.
fun fromPom(property: String): String =
    providers.systemProperty(property).orNull ?: pomProperties[property] ?: error("pom.xml has no property $property")

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
    versionCatalogs {
        create("libs") {
            library("archunit", "com.tngtech.archunit", "archunit").version(fromPom("archunit.version"))
            library("assertj", "org.assertj", "assertj-core").version(fromPom("assertj.version"))
            library("awaitility", "org.awaitility", "awaitility").version(fromPom("awaitility.version"))
            library("commonmark", "org.commonmark", "commonmark").version(fromPom("commonmark.version"))
            library("commonmarkTables", "org.commonmark", "commonmark-ext-gfm-tables")
                .version(fromPom("commonmark.version"))
            library("commons-compress", "org.apache.commons", "commons-compress")
                .version(fromPom("commons-compress.version"))
            library("dnsjava", "dnsjava", "dnsjava").version(fromPom("dnsjava.version"))
            library("dockerJavaCore", "com.github.docker-java", "docker-java-core")
                .version(fromPom("docker-java.version"))
            library("dockerJavaZerodep", "com.github.docker-java", "docker-java-transport-zerodep")
                .version(fromPom("docker-java.version"))
            library("gradle-api", "dev.gradleplugins", "gradle-api").version(fromPom("gradle-api.version"))
            library("immutables-annotations", "org.immutables", "value-annotations")
                .version(fromPom("immutables.version"))
            library("jibCore", "com.google.cloud.tools", "jib-core")
                .version(fromPom("jib.version"))
            library("jackson-core", "com.fasterxml.jackson.core", "jackson-core")
                .version(fromPom("jackson.version"))
            library("jackson-databind", "com.fasterxml.jackson.core", "jackson-databind")
                .version(fromPom("jackson.version"))
            library("jackson-jsr310", "com.fasterxml.jackson.datatype", "jackson-datatype-jsr310")
                .version(fromPom("jackson.version"))
            library("bouncycastlePkix", "org.bouncycastle", "bcpkix-jdk18on").version(fromPom("bouncycastle.version"))
            library("jettyServer", "org.eclipse.jetty", "jetty-server").version(fromPom("jetty.version"))
            library("jettyUnixDomainServer", "org.eclipse.jetty", "jetty-unixdomain-server")
                .version(fromPom("jetty.version"))
            library("jna", "net.java.dev.jna", "jna").version(fromPom("jna.version"))
            library("jnaPlatform", "net.java.dev.jna", "jna-platform").version(fromPom("jna.version"))
            library("json-schema-validator", "com.networknt", "json-schema-validator")
                .version(fromPom("json-schema-validator.version"))
            library("jspecify", "org.jspecify", "jspecify").version(fromPom("jspecify.version"))
            library("junit-jupiter", "org.junit.jupiter", "junit-jupiter").version(fromPom("junit.version"))
            library("junit-jupiter-api", "org.junit.jupiter", "junit-jupiter-api").version(fromPom("junit.version"))
            library("junit-reporting", "org.junit.platform", "junit-platform-reporting")
                .version(fromPom("junit.platform.version"))
            library("junit-testkit", "org.junit.platform", "junit-platform-testkit")
                .version(fromPom("junit.platform.version"))
            // Surefire brings the launcher by itself, Gradle does not.
            library("junit-launcher", "org.junit.platform", "junit-platform-launcher")
                .version(fromPom("junit.platform.version"))
            library("micrometer", "io.micrometer", "micrometer-core").version(fromPom("micrometer.version"))
            library("mockwebserver", "com.squareup.okhttp3", "mockwebserver3").version(fromPom("okhttp.version"))
            library("okhttpTls", "com.squareup.okhttp3", "okhttp-tls").version(fromPom("okhttp.version"))
            library("okhttp", "com.squareup.okhttp3", "okhttp-jvm").version(fromPom("okhttp.version"))
            library("opentelemetry-api", "io.opentelemetry", "opentelemetry-api")
                .version(fromPom("opentelemetry.version"))
            library("opentelemetry-testing", "io.opentelemetry", "opentelemetry-sdk-testing")
                .version(fromPom("opentelemetry.version"))
            library("kubernetesClient", "io.fabric8", "kubernetes-client").version(fromPom("fabric8.version"))
            library("kubernetesHttpJdk", "io.fabric8", "kubernetes-httpclient-jdk")
                .version(fromPom("fabric8.version"))
            library("lincheck", "org.jetbrains.lincheck", "lincheck").version(fromPom("lincheck.version"))
            library("picocli", "info.picocli", "picocli").version(fromPom("picocli.version"))
            library("pty4j", "org.jetbrains.pty4j", "pty4j").version(fromPom("pty4j.version"))
            library("slf4j-api", "org.slf4j", "slf4j-api").version(fromPom("slf4j.version"))
            library("slf4j-platform", "org.slf4j", "slf4j-jdk-platform-logging").version(fromPom("slf4j.version"))
            library("slf4j-simple", "org.slf4j", "slf4j-simple").version(fromPom("slf4j.version"))
            library("snakeyaml-engine", "org.snakeyaml", "snakeyaml-engine")
                .version(fromPom("snakeyaml-engine.version"))
            library("testcontainers", "org.testcontainers", "testcontainers")
                .version(fromPom("testcontainers.version"))
            library("xz", "org.tukaani", "xz").version(fromPom("xz.version"))
        }
    }
}

gradle.beforeProject {
    group = pomValues.getValue("groupId")
    version = pomValues.getValue("version")
}

fun module(name: String, directory: String) {
    include(":$name")
    project(":$name").projectDir = rootDir.resolve(directory)
}

module("sandbox-bom", "sandbox-bom")
module("sandbox-api", "sandbox-providers/api")
module("sandbox-linux", "sandbox-providers/linux")
module("sandbox-process", "sandbox-providers/process")
module("sandbox-network", "sandbox-providers/network")
module("sandbox-credentials", "sandbox-providers/credentials")
module("sandbox-folder", "sandbox-providers/folder")
module("sandbox-images", "sandbox-providers/images")
module("sandbox-guest", "sandbox-providers/guest")
module("sandbox-testkit", "sandbox-providers/testkit")
module("sandbox-provision", "sandbox-providers/provision")
module("sandbox-wire", "sandbox-providers/wire")
module("sandbox-serve", "sandbox-providers/serve")
module("sandbox-core", "sandbox-providers/core")
module("sandbox-conformance-kit", "conformance-kit/kit")
module("sandbox-provider-local", "sandbox-providers/local")
module("sandbox-provider-docker", "sandbox-providers/docker")
module("sandbox-provider-oci", "sandbox-providers/oci")
module("sandbox-provider-microvm", "sandbox-providers/microvm")
module("sandbox-provider-remote", "sandbox-providers/remote")
module("sandbox-provider-kubernetes", "sandbox-providers/kubernetes")
module("sandbox-mutants", "conformance-kit/mutants")
module("sandbox-junit-extension", "sandbox-junit-extension")
module("sandbox-junit", "sandbox-junit")
module("sandbox-cli", "sandbox-cli")
module("sandbox-gradle-functional-tests", "sandbox-gradle-plugin/functional-tests")
module("sandbox-benchmarks", "benchmarks")
module("sandbox-docs-site", "docs-site")
module("sandbox-build-checks", "build-checks")
