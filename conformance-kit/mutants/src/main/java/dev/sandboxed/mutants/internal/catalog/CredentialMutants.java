package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.List;
import java.util.function.UnaryOperator;

/** Credentials that do not arrive, or arrive in the wrong place. */
final class CredentialMutants {

    private CredentialMutants() {}

    static List<MutantBuilder> all() {
        return List.of(
                claiming(
                        "claims-to-add-credentials",
                        "was not asked or its answer did not arrive",
                        UnaryOperator.identity()),
                claiming(
                        "passes-requests-on-without-the-key",
                        "did not get the key of the credential",
                        CredentialMutants::reaching),
                claiming("keeps-the-key-inside", "is in the environment inside", CredentialMutants::reaching)
                        .exec(CredentialMutants::withTheKeyInside));
    }

    private static MutantBuilder claiming(String name, String words, UnaryOperator<String> change) {
        return mutant(name, "NET-9", words)
                .breaks("NET-3", "not on it is reached by its address")
                .breaks("NET-6", "a port that is not on it is reached")
                .claiming(Capability.NETWORK_ALLOWLIST, Capability.NETWORK_CREDENTIALS)
                .exec((sandbox, command) -> changed(sandbox, command, change));
    }

    /** Only the provider's own name for the loopback of the host is missing on a host. */
    private static String reaching(String script) {
        return script.replace("host=" + AllowedHost.LOOPBACK_OF_HOST, "host=127.0.0.1");
    }

    private static ExecResult withTheKeyInside(Sandbox sandbox, Command command) {
        return changed(sandbox, command, script -> {
            String key = sandbox.spec().credentials().get(0).revealHeader();
            return "export KEY=" + key + "\n" + reaching(script).replace("made-up", key);
        });
    }

    private static ExecResult changed(Sandbox sandbox, Command command, UnaryOperator<String> change) {
        return sandbox.spec().credentials().isEmpty() || command.script().isEmpty()
                ? sandbox.exec(command)
                : sandbox.exec(
                        Command.shell(change.apply(command.script().get())).timeout(command.timeout()));
    }
}
