package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.provider.oci.internal.kernel.Kind;
import org.junit.jupiter.api.Timeout;

@NeedsRuntime(value = Kind.GVISOR, busybox = true)
@Timeout(120)
class GvisorImageTests extends ImageBehaviour {

    GvisorImageTests() {
        super(Kind.GVISOR);
    }
}
