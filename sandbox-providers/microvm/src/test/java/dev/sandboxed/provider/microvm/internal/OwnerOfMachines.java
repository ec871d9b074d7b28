package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;

/** Another JVM that owns machines with a command under way in each, and waits to be killed. */
final class OwnerOfMachines {

    private OwnerOfMachines() {}

    /** Starts it; it prints the id of each of its sandboxes on a line. */
    static Process start(Path state, int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        OwnerOfMachines.class.getName(),
                        state.toString(),
                        String.valueOf(count))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws IOException {
        MicrovmProvider provider = new MicrovmProvider(
                Kind.QEMU, ProviderContext.in(Path.of(arguments[0])).withSettings(MachinesRequired.emulated()));
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            Sandbox sandbox = provider.create(SandboxSpec.defaults());
            sandbox.start(Command.of("sleep", "300"));
            System.out.println(sandbox.id());
        }
        System.in.read();
    }
}
