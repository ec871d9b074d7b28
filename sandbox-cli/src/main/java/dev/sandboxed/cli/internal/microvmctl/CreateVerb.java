package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code create}: makes a sandbox that is there until it is killed, or its time is up. */
@Command(name = "create", description = "Makes a sandbox; one that is there already is fine.")
final class CreateVerb extends Verb {

    @ParentCommand
    private @Nullable MicrovmctlCommand parent;

    @Option(names = "--ttl-ms", paramLabel = "N", description = "how long it lives at most (default: a day)")
    private long life = Duration.ofDays(1).toMillis();

    @Option(
            names = "--workdir",
            paramLabel = "P",
            description = "where commands start; it is made (default: that of the provider)")
    private @Nullable String workdir;

    CreateVerb(Caller caller) {
        super(caller);
    }

    Verb with(MicrovmctlCommand above, @Nullable Long millis, @Nullable String directory) {
        parent = above;
        life = millis == null ? life : millis;
        workdir = directory;
        return this;
    }

    @Override
    Configuration configuration() {
        return parent == null ? super.configuration() : parent.configuration();
    }

    @Override
    boolean startsKeeper() {
        return true;
    }

    /** The keeper must not end while a sandbox is made: the lock is held for as long as that takes. */
    @Override
    int run(KeeperLine line, SandboxName name) throws IOException {
        millis("--ttl-ms", life);
        MicrovmctlCommand.refuseOurselves(configuration(), this::line);
        KeeperHome home = KeeperHome.of(configuration());
        home.make();
        FileChannel lock = awake(home, line);
        try {
            if (!isThere(line, name)) {
                make(line, name);
            }
        } finally {
            lock.close();
        }
        return OK;
    }

    private FileChannel awake(KeeperHome home, KeeperLine line) throws IOException {
        KeeperProcess keeper = new KeeperProcess(caller(), home, line);
        FileChannel shared = home.lock(true);
        while (!keeper.answers()) {
            shared.close();
            FileChannel alone = home.lock(false);
            try {
                if (!keeper.answers()) {
                    keeper.start();
                }
            } finally {
                alone.close();
            }
            shared = home.lock(true);
        }
        return shared;
    }

    /** Whoever is there is there; the place of one that has ended is cleared. */
    private static boolean isThere(KeeperLine line, SandboxName name) throws IOException {
        try (Answer answer = line.ask("GET", KeeperLine.of(name), LONGEST)) {
            if (!answer.isNotFound()) {
                answer.required();
                return true;
            }
        }
        line.ask("DELETE", KeeperLine.of(name), LONGEST).close();
        return false;
    }

    private void make(KeeperLine line, SandboxName name) throws IOException {
        ProviderRequest request =
                SandboxSettings.read(configuration(), SandboxSpec.defaults()).request();
        SandboxSpecBuilder builder = ChosenProvider.asking(request).toBuilder()
                .timeToLive(Duration.ofMillis(life))
                .label(MicrovmctlCommand.NAME + ".id", name.given());
        SandboxSpec spec = checked(() -> (workdir == null ? builder : builder.workdir(workdir)).build());
        byte[] words = QuickWords.of(name.kept(), spec);
        try (Answer answer = line.send("POST", "/sandboxes", LONGEST, words, words.length)) {
            answer.required();
        }
    }
}
