package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.provision.PackageManager;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the programs that install packages have to be told. */
enum PackageCommands {
    APT(PackageManager.APT, "apt-get", true) {
        @Override
        Optional<List<String>> refresh() {
            return Optional.of(List.of("update"));
        }

        @Override
        List<String> install(List<String> packages) {
            return with(List.of("install", "-y", "--no-install-recommends"), packages);
        }

        @Override
        List<String> show(String name) {
            return wouldFetch(List.of(name));
        }

        @Override
        Optional<List<String>> downloadSize(List<String> packages) {
            return Optional.of(wouldFetch(packages));
        }

        private static List<String> wouldFetch(List<String> packages) {
            return with(List.of("-qq", "--print-uris", "-y", "--no-install-recommends", "install"), packages);
        }

        @Override
        Optional<List<String>> lists() {
            return Optional.of(List.of("indextargets", "--format", "$(FILENAME)", "Created-By: Packages"));
        }
    },
    DNF(PackageManager.DNF, "dnf", true) {
        @Override
        List<String> install(List<String> packages) {
            return with(List.of("install", "-y", "--setopt=install_weak_deps=False"), packages);
        }

        @Override
        List<String> show(String name) {
            return List.of("-q", "info", name);
        }
    },
    APK(PackageManager.APK, "apk", true) {
        @Override
        List<String> install(List<String> packages) {
            return with(List.of("add", "--no-cache"), packages);
        }

        @Override
        List<String> show(String name) {
            return List.of("policy", name);
        }
    },
    BREW(PackageManager.BREW, "brew", false) {
        @Override
        List<String> install(List<String> packages) {
            return with(List.of("install"), packages);
        }

        @Override
        List<String> show(String name) {
            return List.of("info", name);
        }
    };

    private final PackageManager manager;
    private final String program;
    private final boolean needsRoot;

    PackageCommands(PackageManager manager, String program, boolean needsRoot) {
        this.manager = manager;
        this.program = program;
        this.needsRoot = needsRoot;
    }

    PackageManager manager() {
        return manager;
    }

    String program() {
        return program;
    }

    boolean needsRoot() {
        return needsRoot;
    }

    /** Returns what makes it find out which packages there are; empty if it does so by itself. */
    Optional<List<String>> refresh() {
        return Optional.empty();
    }

    abstract List<String> install(List<String> packages);

    /** Returns what fails for a package that is not known. */
    abstract List<String> show(String name);

    /** Returns what prints what would be fetched; empty if there is nothing that does without doing it. */
    Optional<List<String>> downloadSize(List<String> packages) {
        return Optional.empty();
    }

    /** Returns what prints nothing while it has not found out which packages there are; empty if it does so by itself. */
    Optional<List<String>> lists() {
        return Optional.empty();
    }

    private static List<String> with(List<String> verb, List<String> packages) {
        return Stream.concat(verb.stream(), packages.stream()).toList();
    }
}
