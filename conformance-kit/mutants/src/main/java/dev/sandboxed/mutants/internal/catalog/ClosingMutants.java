package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Changed.ended;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.conformance.internal.trial.Leaderless;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Sandboxes that do not end, or do not end alone. */
final class ClosingMutants {

    private ClosingMutants() {}

    static List<MutantBuilder> all() {
        return together(neighbours(), closings(), losses(), waits());
    }

    private static List<MutantBuilder> waits() {
        return List.of(
                mutant("takes-the-end-of-the-time-for-the-state", "LIFE-24", "that runs was DESTROYED")
                        .waitFor((sandbox, wanted, timeout) -> {
                            sandbox.waitFor(wanted, timeout);
                            return true;
                        }),
                mutant("waits-for-what-cannot-come-any-more", "LIFE-24", "did not throw SandboxDestroyedException")
                        .waitFor((sandbox, wanted, timeout) -> caught(
                                () -> sandbox.waitFor(wanted, timeout),
                                SandboxDestroyedException.class,
                                gone -> false)),
                mutant("looks-at-the-state-instead-of-waiting", "LIFE-25", "does not wait")
                        .waitFor((sandbox, wanted, timeout) -> sandbox.waitFor(wanted, Duration.ZERO)));
    }

    private static List<MutantBuilder> neighbours() {
        Set<String> written = ConcurrentHashMap.newKeySet();
        Heartbeats heartbeats = new Heartbeats();
        return List.of(
                mutant("starts-with-the-files-of-a-neighbour", "LIFE-8", "a file in the workdir of one sandbox")
                        .provider(besideNeighbour((provider, asked, neighbour) -> {
                            Sandbox made = provider.create(asked);
                            neighbour.files().walk(".").stream()
                                    .filter(FileEntry::isFile)
                                    .forEach(file -> made.files()
                                            .write(
                                                    file.path(),
                                                    neighbour.files().readBytes(file.path())));
                            return made;
                        })),
                mutant("keeps-one-folder-for-all-outside-of-the-workdir", "LIFE-8", "outside of the workdir")
                        .write((files, path, content, options) -> {
                            files.write(path, content, options);
                            if (path.startsWith("/tmp/conformance-")) {
                                written.add(path);
                            }
                        })
                        .exists((files, path) -> written.contains(path) || files.exists(path)),
                mutant("starts-with-the-environment-of-a-neighbour", "LIFE-8", "a variable of one sandbox")
                        .provider(besideNeighbour((provider, asked, neighbour) -> {
                            Map<String, String> env =
                                    new HashMap<>(neighbour.spec().env());
                            env.putAll(asked.env());
                            return provider.create(asked.toBuilder().env(env).build());
                        })),
                mutant("ends-the-processes-of-its-neighbours", "LIFE-8", "ended a process of another")
                        .exec(heartbeats::exec)
                        .close(sandbox -> {
                            heartbeats.endOthers(sandbox.id());
                            sandbox.close();
                        }));
    }

    /** Breaks a sandbox that is made while another of the same trial lives. */
    private static UnaryOperator<SandboxProvider> besideNeighbour(
            TriFunction<SandboxProvider, SandboxSpec, Sandbox, Sandbox> change) {
        return working -> {
            Map<String, Sandbox> first = new ConcurrentHashMap<>();
            return new ForwardingSandboxProvider(working) {
                @Override
                public Sandbox create(SandboxSpec spec) {
                    String trial = spec.labels().toString();
                    Sandbox neighbour = first.get(trial);
                    if (neighbour != null && neighbour.state() == SandboxState.RUNNING) {
                        return change.apply(provider(), spec, neighbour);
                    }
                    Sandbox made = provider().create(spec);
                    first.put(trial, made);
                    return made;
                }
            };
        };
    }

    private static List<MutantBuilder> closings() {
        Set<String> stubborn = ConcurrentHashMap.newKeySet();
        return List.of(
                leaving(
                        mutant("leaves-daemons-alive")
                                .breaks("LIFE-11", "a process that had daemonised in a sandbox still runs on the host")
                                .breaks("LIFE-26", "still runs on the host"),
                        command -> !command.toString().contains(Leaderless.PROGRAM)),
                leaving(
                        mutant("leaves-processes-without-a-first-thread-alive")
                                .breaks("EXEC-25", "still runs on the host after `close`"),
                        command -> command.toString().contains(Leaderless.PROGRAM)),
                mutant("waits-for-the-stubborn", "LIFE-12", "ignores TERM")
                        .exec(command -> command.toString().contains("HUP INT TERM"), (sandbox, command) -> {
                            stubborn.add(sandbox.id());
                            return sandbox.exec(command);
                        })
                        .close(sandbox -> {
                            if (stubborn.remove(sandbox.id())) {
                                idle(Duration.ofMillis(10_300));
                            }
                            sandbox.close();
                        }));
    }

    /** Leaves those processes on the host that were started by some commands. */
    private static MutantBuilder leaving(MutantBuilder mutant, Predicate<Command> which) {
        Heartbeats heartbeats = new Heartbeats();
        return mutant.exec(which, heartbeats::exec).close(sandbox -> {
            sandbox.close();
            heartbeats.haunt(sandbox.id());
        });
    }

    private static List<MutantBuilder> losses() {
        Set<String> closed = ConcurrentHashMap.newKeySet();
        return List.of(
                mutant("gives-an-exit-code-for-a-lost-sandbox", "LIFE-13", "gave a result")
                        .exec((sandbox, command) -> {
                            boolean ran = sandbox.state() == SandboxState.RUNNING;
                            return caught(() -> sandbox.exec(command), SandboxDestroyedException.class, end -> {
                                if (ran && !closed.contains(sandbox.id())) {
                                    return ended(command, 137);
                                }
                                throw end;
                            });
                        })
                        .noting(closed),
                mutant("takes-a-lost-sandbox-for-a-missing-file", "LIFE-13", "reading a file")
                        .read((files, path) -> caught(() -> files.read(path), SandboxDestroyedException.class, end -> {
                            throw end.what().contains("outside")
                                    ? new SandboxFileNotFoundException(
                                            path,
                                            Fault.of("No such file: " + path).cause(end))
                                    : end;
                        })));
    }
}
