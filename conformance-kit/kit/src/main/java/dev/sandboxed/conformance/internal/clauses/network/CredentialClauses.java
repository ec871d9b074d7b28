package dev.sandboxed.conformance.internal.clauses.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.KitApi;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.util.List;
import java.util.UUID;

/** Keys that requests get outside. */
public interface CredentialClauses {

    @Clause(value = "NET-9", seconds = 60)
    default void aRequestGetsTheKeyOutsideAndTheSandboxDoesNot(Trial trial) {
        if (!trial.claims(Capability.NETWORK_ALLOWLIST)) {
            abort("there is no allow-list to name a service of this host on, so that no request arrives here");
        }
        String key = "key-" + UUID.randomUUID();
        try (KitApi api = KitApi.start()) {
            String request = api.request(trial.guest())
                    .orElseGet(
                            () -> abort(
                                    "there is no tool inside to ask with; add python3, perl, bash or nc to what sandboxes run on"));
            Sandbox sandbox = trial.create(SandboxSpec.builder()
                    .network(NetworkPolicy.allowing(api.host()))
                    .credential(Credential.of("http://" + api.host(), KitApi.HEADER, Secret.of(key))));
            List<String> keys = api.keysOf(trial, sandbox, request)
                    .orElseThrow(() -> new AssertionError("a service that a sandbox has a credential for, " + api.host()
                            + ", was not asked or its answer did not arrive"));
            assertEquals(
                    List.of(key), keys, "the service did not get the key of the credential, in place of the sandbox's");
            assertFalse(
                    sandbox.shell("env; cat /proc/1/environ /proc/self/environ 2>/dev/null")
                            .stdout()
                            .contains(key),
                    "the key of a credential is in the environment inside");
            assertFalse(
                    String.valueOf(sandbox.spec()).contains(key)
                            || sandbox.info().toString().contains(key),
                    "the key of a credential is shown in the text of the spec or of the info");
        }
    }
}
