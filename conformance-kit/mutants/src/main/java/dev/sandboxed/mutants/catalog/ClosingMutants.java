package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.conformance.trial.Leaderless;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import dev.sandboxed.mutants.catalog.LifeMutants.Closing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sandboxes that do not end, or do not end alone. */
final class ClosingMutants {

    private ClosingMutants() {}

    static List<Mutant> all() {
        return Stream.of(neighbours(), closings(), losses())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> neighbours() {
        return List.of(
                Mutant.named("starts-with-the-files-of-a-neighbour")
                        .breaks("LIFE-8", "a file in the workdir of one sandbox")
                        .provider(besideNeighbour((working, pair) -> {
                            Sandbox made = working.create(pair.asked());
                            List<FileEntry> there = pair.neighbour().files().walk(".").stream()
                                    .filter(FileEntry::isFile)
                                    .toList();
                            for (FileEntry file : there) {
                                made.files()
                                        .write(
                                                file.path(),
                                                pair.neighbour().files().readBytes(file.path()));
                            }
                            return made;
                        })),
                Mutant.named("keeps-one-folder-for-all-outside-of-the-workdir")
                        .breaks("LIFE-8", "outside of the workdir")
                        .provider(working -> {
                            Set<String> written = ConcurrentHashMap.newKeySet();
                            return new ForwardingSandboxProvider(working) {
                                @Override
                                public Sandbox create(SandboxSpec spec) {
                                    return sharing(written, provider().create(spec));
                                }
                            };
                        }),
                Mutant.named("starts-with-the-environment-of-a-neighbour")
                        .breaks("LIFE-8", "a variable of one sandbox")
                        .provider(besideNeighbour((working, pair) -> {
                            Map<String, String> env =
                                    new HashMap<>(pair.neighbour().spec().env());
                            env.putAll(pair.asked().env());
                            return working.create(
                                    pair.asked().toBuilder().env(env).build());
                        })),
                Mutant.named("ends-the-processes-of-its-neighbours")
                        .breaks("LIFE-8", "ended a process of another")
                        .provider(working -> {
                            Set<Heard> all = ConcurrentHashMap.newKeySet();
                            return new ForwardingSandboxProvider(working) {
                                @Override
                                public Sandbox create(SandboxSpec spec) {
                                    Heard made = new Heard(provider().create(spec)) {
                                        @Override
                                        void closeFirst() {
                                            all.remove(this);
                                            all.forEach(other -> end(other.words()));
                                            sandbox().close();
                                        }
                                    };
                                    all.add(made);
                                    return made;
                                }
                            };
                        }));
    }

    /** Show a file that lies outside of the workdir of any sandbox in all of them. */
    private static Sandbox sharing(Set<String> written, Sandbox made) {
        return new Closing(made) {
            @Override
            public SandboxFiles files() {
                return new ForwardingSandboxFiles(sandbox().files()) {
                    @Override
                    public void write(String path, InputStream content, WriteOptions options) {
                        files().write(path, content, options);
                        if (path.startsWith("/tmp/conformance-")) {
                            written.add(path);
                        }
                    }

                    @Override
                    public boolean exists(String path) {
                        return written.contains(path) || files().exists(path);
                    }
                };
            }
        };
    }

    /**
     * What is asked for, and who lives already.
     *
     * @param asked the spec of a sandbox
     * @param neighbour another that was made before and lives
     */
    private record Pair(SandboxSpec asked, Sandbox neighbour) {}

    /** Break a sandbox that is made while another of the same trial lives. */
    private static UnaryOperator<SandboxProvider> besideNeighbour(BiFunction<SandboxProvider, Pair, Sandbox> change) {
        return working -> {
            Map<String, Sandbox> first = new ConcurrentHashMap<>();
            return new ForwardingSandboxProvider(working) {
                @Override
                public Sandbox create(SandboxSpec spec) {
                    String trial = spec.labels().toString();
                    Sandbox neighbour = first.get(trial);
                    if (neighbour != null && neighbour.state() == SandboxState.RUNNING) {
                        return change.apply(provider(), new Pair(spec, neighbour));
                    }
                    Sandbox made = provider().create(spec);
                    first.put(trial, made);
                    return made;
                }
            };
        };
    }

    private static List<Mutant> closings() {
        return List.of(
                leaving(
                        Mutant.named("leaves-daemons-alive")
                                .breaks("LIFE-11", "a process that had daemonised in a sandbox still runs on the host"),
                        command -> !command.contains(Leaderless.PROGRAM)),
                leaving(
                        Mutant.named("leaves-processes-without-a-first-thread-alive")
                                .breaks("EXEC-25", "still runs on the host after `close`"),
                        command -> command.contains(Leaderless.PROGRAM)),
                Mutant.named("waits-for-the-stubborn")
                        .breaks("LIFE-12", "ignores TERM")
                        .sandbox(working -> new Closing(working) {
                            private volatile boolean stubborn;

                            @Override
                            public ExecResult exec(Command command) {
                                stubborn |= command.toString().contains("HUP INT TERM");
                                return sandbox().exec(command);
                            }

                            @Override
                            void closeFirst() {
                                if (stubborn) {
                                    HealthMutants.idle(Duration.ofMillis(10_300));
                                }
                                sandbox().close();
                            }
                        }));
    }

    /** Leave those processes on the host that were started by some commands. */
    private static Mutant leaving(MutantBuilder mutant, Predicate<String> commands) {
        return mutant.sandbox(working -> new Heard(working, commands) {
            @Override
            void closeFirst() {
                sandbox().close();
                haunt(words());
            }
        });
    }

    /** A sandbox that keeps the names of the heartbeats in its commands, by which its processes are known on the host. */
    static class Heard extends Closing {

        private static final Pattern WORD = Pattern.compile("beat-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

        private final Set<String> words = ConcurrentHashMap.newKeySet();
        private final Predicate<String> commands;

        Heard(Sandbox working) {
            this(working, command -> true);
        }

        /** Keep those only that are in some commands. */
        Heard(Sandbox working, Predicate<String> commands) {
            super(working);
            this.commands = commands;
        }

        final Set<String> words() {
            return words;
        }

        @Override
        public ExecResult exec(Command command) {
            Stream.of(command.toString())
                    .filter(commands)
                    .flatMap(text -> WORD.matcher(text).results())
                    .forEach(found -> words.add(found.group()));
            return sandbox().exec(command);
        }
    }

    /** Leave processes on the host that look like those of a sandbox; they end by themselves. */
    static void haunt(Set<String> words) {
        for (String word : words) {
            try {
                new ProcessBuilder("/bin/sh", "-c", "sleep 4; exit", word).start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void end(Set<String> words) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(process ->
                            words.stream().anyMatch(process.info().commandLine().orElse("")::contains))
                    .forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static List<Mutant> losses() {
        return List.of(
                Mutant.named("gives-an-exit-code-for-a-lost-sandbox")
                        .breaks("LIFE-13", "gave a result")
                        .sandbox(working -> new Closing(working) {
                            @Override
                            public ExecResult exec(Command command) {
                                boolean ran = sandbox().state() == SandboxState.RUNNING;
                                try {
                                    return sandbox().exec(command);
                                } catch (SandboxDestroyedException e) {
                                    if (ran && !isClosed()) {
                                        return LifeMutants.ended(command, 137);
                                    }
                                    throw e;
                                }
                            }
                        }),
                Mutant.named("takes-a-lost-sandbox-for-a-missing-file")
                        .breaks("LIFE-13", "reading a file")
                        .files(working -> new ForwardingSandboxFiles(working) {
                            @Override
                            public InputStream read(String path) {
                                try {
                                    return files().read(path);
                                } catch (SandboxDestroyedException e) {
                                    if (e.what().contains("outside")) {
                                        throw new SandboxFileNotFoundException(
                                                path,
                                                Fault.of("No such file: " + path)
                                                        .cause(e));
                                    }
                                    throw e;
                                }
                            }
                        }));
    }
}
