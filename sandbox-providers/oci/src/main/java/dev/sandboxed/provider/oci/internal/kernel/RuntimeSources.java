package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Where runtimes come from. */
final class RuntimeSources {

    private static final String EVERYTHING = "everything";

    /** The last releases that are one file; later ones need others beside it. */
    private static final String RUNSC = "20260525.0";

    private RuntimeSources() {}

    static Program runc() {
        return Program.of("runc", EVERYTHING, Source.Packages.onLinux("runc")).or(List.of("crun"));
    }

    static Program runsc() {
        return Program.of(
                "runsc",
                EVERYTHING,
                new Source.Packages(Map.of(PackageManager.APT, List.of("runsc"))),
                new Source.Release(
                        RUNSC,
                        URI.create("https://storage.googleapis.com/gvisor/releases/"),
                        Map.of(
                                Architecture.X86_64,
                                new Published(
                                        "release/" + RUNSC + "/x86_64/runsc",
                                        "7fd4103d6df5202545011c39449cc484371384059db17b917d811c03e8355c82"
                                                + "9109e9848603b77f8ec1b050d7a1179ed239546059e210edc67601bfa0504bbb"),
                                Architecture.AARCH64,
                                new Published(
                                        "release/" + RUNSC + "/aarch64/runsc",
                                        "5756598b8d158eab2ca3f521ded9ad099e812df91f0e73ef93ff20ce7856f2e9"
                                                + "da20081bbc82461ee0787424b881213cfd9b87a5c79bbe484aea3c9e440cc003"))));
    }
}
