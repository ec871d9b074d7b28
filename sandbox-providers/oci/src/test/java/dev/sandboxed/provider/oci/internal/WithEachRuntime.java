package dev.sandboxed.provider.oci.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.oci.internal.container.RuntimeProgram;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A provider of each kind for every test, where its program is there. Whether it works is not asked: one that is there and
 * does not is a failure.
 */
@ParameterizedClass
@EnumSource
public abstract class WithEachRuntime {

    /** A busy machine shall not skip tests. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    protected Path state;

    protected final Kind kind;
    protected OciProvider provider;

    protected WithEachRuntime(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void openProvider() {
        assumeTrue(HostPlatform.isRoot(), "it takes root to make containers without a daemon");
        assumeTrue(isInstalled(), "there is none of " + kind.programs());
        provider = new OciProvider(kind, ProviderContext.in(state));
    }

    private boolean isInstalled() {
        try {
            return RuntimeProgram.find(kind, ProviderContext.in(state), PATIENCE)
                            .kind()
                    == kind;
        } catch (ProviderUnavailableException e) {
            return false;
        }
    }

    @AfterEach
    void closeProvider() {
        if (provider != null) {
            provider.close();
        }
    }

    protected Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    /** Runs a script, and returns what it printed on both outputs. */
    protected static String said(Sandbox sandbox, String script) {
        ExecResult result = sandbox.shell(script);
        return result.stdout() + result.stderr();
    }
}
