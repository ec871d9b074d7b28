package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;

/** Another JVM that owns a machine with a command under way, and waits to be killed. */
final class OwnerOfMachines {

    private OwnerOfMachines() {}

    /** Starts it; the first line that it prints is the id of its sandbox. */
    static Process start(Path state) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        OwnerOfMachines.class.getName(),
                        state.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws IOException {
        MicrovmProvider provider = new MicrovmProvider(
                Kind.QEMU, ProviderContext.in(Path.of(arguments[0])).withSettings(MachinesRequired.emulated()));
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.start(Command.of("sleep", "300"));
        System.out.println(sandbox.id());
        System.in.read();
    }
}
