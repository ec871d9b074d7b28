plugins {
    `java-platform`
    `maven-publish`
}

dependencies {
    constraints {
        api(project(":sandbox-api"))
        api(project(":sandbox-linux"))
        api(project(":sandbox-process"))
        api(project(":sandbox-network"))
        api(project(":sandbox-credentials"))
        api(project(":sandbox-folder"))
        api(project(":sandbox-images"))
        api(project(":sandbox-guest"))
        api(project(":sandbox-testkit"))
        api(project(":sandbox-provision"))
        api(project(":sandbox-wire"))
        api(project(":sandbox-serve"))
        api(project(":sandbox-core"))
        api(project(":sandbox-conformance-kit"))
        api(project(":sandbox-provider-local"))
        api(project(":sandbox-provider-docker"))
        api(project(":sandbox-provider-oci"))
        api(project(":sandbox-provider-microvm"))
        api(project(":sandbox-provider-remote"))
        api(project(":sandbox-provider-kubernetes"))
        api(project(":sandbox-mutants"))
        api(project(":sandbox-junit-extension"))
        api(project(":sandbox-junit"))
        api(project(":sandbox-cli"))
    }
}
