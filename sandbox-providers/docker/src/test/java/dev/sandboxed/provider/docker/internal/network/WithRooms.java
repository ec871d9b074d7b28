package dev.sandboxed.provider.docker.internal.network;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.provider.docker.internal.EngineTest;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A provider for every test, where rooms can be made around containers. */
abstract class WithRooms extends EngineTest {

    @BeforeEach
    void needRooms() {
        assumeTrue(
                provider.capabilities().has(Capability.NETWORK_ALLOWLIST),
                "it takes root, an engine of this host and programs; apt-get install slirp4netns nftables iproute2");
    }

    static SandboxSpecBuilder with(NetworkPolicy policy) {
        return SandboxSpec.builder().network(policy);
    }

    /** Lets programs of the host run inside, for what BusyBox has no program for. */
    static SandboxSpecBuilder withPerl(NetworkPolicy policy) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "there is no perl; apt-get install perl");
        SandboxSpecBuilder spec = with(policy).mount(Mount.readOnly(Path.of("/usr"), "/usr"));
        for (Path libraries : List.of(Path.of("/lib"), Path.of("/lib64"))) {
            if (Files.isDirectory(libraries)) {
                spec.mount(Mount.readOnly(libraries, libraries.toString()));
            }
        }
        return spec;
    }

    /** Returns an address of the host that others can reach. */
    static InetAddress outerAddress() {
        List<InetAddress> outer = KitService.addresses().stream()
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        assumeTrue(!outer.isEmpty(), "this host has no address but loopback");
        return outer.get(0);
    }

    /** Connects from inside, and returns what was told there. */
    static String told(Sandbox sandbox, String host, int port) {
        return sandbox.shell("nc -w 3 " + host + " " + port + " < /dev/null 2> /dev/null")
                .stdout();
    }

    /** Returns the processes of this host that make the network of a sandbox. */
    static List<ProcessHandle> networkOf(String sandbox) {
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process).contains("SANDBOXED=" + sandbox + "\0"))
                .toList();
    }

    private static String environment(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
