package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Something that is done with a sandbox that the keeper has. */
abstract class Verb implements Callable<Integer> {

    static final int OK = 0;
    static final int FAILED = 1;
    /** There is no such sandbox. */
    static final int UNKNOWN = 4;
    /** The command's time was up. */
    static final int TIMED_OUT = 124;

    /** Longer than callers wait. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private final Caller caller;

    @Spec
    private @Nullable CommandSpec self;

    @Option(names = "--id", paramLabel = "ID", required = true, description = "the sandbox, as its creator called it")
    private @Nullable String id;

    Verb(Caller caller) {
        this.caller = caller;
    }

    /** Says which sandbox is meant. */
    final Verb named(String given) {
        id = given;
        return this;
    }

    /** Does it; the keeper is there. */
    abstract int run(KeeperLine line, SandboxName name) throws IOException;

    /** Returns whether it brings a keeper about, where there is none. */
    boolean startsKeeper() {
        return false;
    }

    @Override
    public final Integer call() throws IOException {
        SandboxName name = checked(() -> new SandboxName(Objects.requireNonNull(id)));
        KeeperHome home = KeeperHome.of(configuration());
        KeeperLine line = new KeeperLine(home);
        if (!startsKeeper() && !Files.exists(home.socket())) {
            return unknown(name);
        }
        try {
            return run(line, name);
        } catch (SandboxNotFoundException | SandboxDestroyedException e) {
            return unknown(name);
        } catch (SocketException nobodyListens) {
            return unknown(name);
        }
    }

    private int unknown(SandboxName name) {
        caller.tell("there is no sandbox '" + name.given() + "', it was never made, was killed, or its time was up;"
                + " make it with: create --id " + name.given() + " --ttl-ms N");
        return UNKNOWN;
    }

    final Caller caller() {
        return caller;
    }

    final CommandLine line() {
        return Objects.requireNonNull(self, "self").commandLine();
    }

    Configuration configuration() {
        return Configuration.read(caller.surroundings());
    }

    final <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line(), String.valueOf(e.getMessage()));
        }
    }

    static boolean isTime(long millis) {
        return millis >= 1 && millis <= Duration.ofDays(365).toMillis();
    }

    /**
     * Returns a time in milliseconds.
     *
     * @throws ParameterException if it is none
     */
    final Duration millis(String option, long given) {
        if (!isTime(given)) {
            throw new ParameterException(
                    line(),
                    "Invalid value for option '" + option + "': '" + given
                            + "' is no time; give milliseconds, from 1 to those of a year");
        }
        return Duration.ofMillis(given);
    }
}
