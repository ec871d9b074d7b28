package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A provider with a state folder of its own for every test; whatever a test leaves is closed with it. */
abstract class WithProvider {

    @TempDir
    Path state;

    OciProvider provider;
    private final Kind kind;

    WithProvider(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void openProvider() {
        provider = new OciProvider(kind, ProviderContext.in(state));
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    /** Runs a script, and returns what it printed on both outputs. */
    static String said(Sandbox sandbox, String script) {
        ExecResult result = sandbox.shell(script);
        return result.stdout() + result.stderr();
    }
}
