package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.provider.oci.internal.kernel.Kind;
import org.junit.jupiter.api.Timeout;

@NeedsRuntime(value = Kind.RUNC, busybox = true)
@Timeout(120)
class RuncImageTests extends ImageBehaviour {

    RuncImageTests() {
        super(Kind.RUNC);
    }
}
