package dev.sandboxed.cli.internal.microvmctl;

import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code kill}: removes a sandbox with all that is in it. */
@Command(name = "kill", description = "Removes a sandbox.")
final class KillVerb extends Verb {

    KillVerb(Caller caller) {
        super(caller);
    }

    @Override
    int run(KeeperLine line, SandboxName name) throws IOException {
        try (Answer there = line.ask("GET", KeeperLine.of(name), LONGEST)) {
            there.required();
        }
        try (Answer answer = line.ask("DELETE", KeeperLine.of(name), LONGEST)) {
            answer.required();
        }
        return OK;
    }
}
