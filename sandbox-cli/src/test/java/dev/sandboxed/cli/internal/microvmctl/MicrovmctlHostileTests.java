package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Code that means harm, through a controller that is ours. */
class MicrovmctlHostileTests extends HostileSet {

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @Override
    public SandboxProviderFactory factory() {
        return OwnController.factory();
    }

    @Override
    public Map<String, String> settings() {
        return CONTROLLER.settings();
    }
}
