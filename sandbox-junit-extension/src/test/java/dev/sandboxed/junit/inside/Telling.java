package dev.sandboxed.junit.inside;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

@InsideSandbox
@Sandboxed(spec = "withSecret")
class Telling {

    static SandboxSpec withSecret() {
        return SandboxSpec.builder().secret("TOKEN", Secret.of("xyzzy-plugh")).build();
    }

    @Test
    void tells(TestReporter reporter) {
        reporter.publishEntry("secret", System.getenv("TOKEN"));
        throw new IllegalStateException("I know " + System.getenv("TOKEN"));
    }
}
