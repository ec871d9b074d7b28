package dev.sandboxed.provider.oci;

import dev.sandboxed.provider.oci.kernel.Kind;
import org.junit.jupiter.api.Timeout;

@NeedsRuntime(value = Kind.RUNC, busybox = true)
@Timeout(120)
class RuncImageTests extends ImageBehaviour {

    RuncImageTests() {
        super(Kind.RUNC);
    }
}
