package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Providers that do not make what the spec says. */
final class CreationMutants {

    private CreationMutants() {}

    static List<Mutant> all() {
        return Stream.of(crowds(), failures(), parts(), refusals(), claims())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> crowds() {
        return List.of(
                Mutant.named("hands-over-too-early-under-load")
                        .breaks("LIFE-2", "at once")
                        .provider(working -> crowded(working, (sandbox, neighbour) -> new ForwardingSandbox(sandbox) {
                            private final AtomicBoolean asked = new AtomicBoolean();

                            @Override
                            public ExecResult exec(Command command) {
                                if (!asked.getAndSet(true)) {
                                    throw new SandboxTransportException(Fault.of("Connection refused"));
                                }
                                return sandbox().exec(command);
                            }
                        })),
                Mutant.named("gives-an-id-twice-under-load")
                        .breaks("LIFE-2", "same id")
                        .provider(working -> crowded(working, (sandbox, neighbour) -> new ForwardingSandbox(sandbox) {
                            @Override
                            public String id() {
                                return neighbour;
                            }
                        })));
    }

    /** Break a sandbox that is made while four others with the same labels live; the id of one of these is told. */
    private static SandboxProvider crowded(SandboxProvider working, BiFunction<Sandbox, String, Sandbox> change) {
        return new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                List<SandboxInfo> others = provider().list().stream()
                        .filter(info -> info.labels().equals(spec.labels()))
                        .toList();
                Sandbox made = provider().create(spec);
                return others.size() < 4
                        ? made
                        : change.apply(made, others.get(0).id());
            }
        };
    }

    private static List<Mutant> failures() {
        return List.of(
                Mutant.named("throws-whatever-broke-a-creation")
                        .breaks("LIFE-6", "SandboxStartException")
                        .provider(whenCreationFails((working, spec, failure) ->
                                failure.getCause() instanceof RuntimeException cause ? cause : failure)),
                Mutant.named("hides-why-a-creation-failed")
                        .breaks("LIFE-6", "has no cause")
                        .provider(whenCreationFails((working, spec, failure) -> failure.getCause() == null
                                ? failure
                                : new SandboxStartException(Fault.of(failure.what())))),
                Mutant.named("leaves-a-failed-creation-behind")
                        .breaks("LIFE-6", "left a sandbox behind")
                        .provider(whenCreationFails((working, spec, failure) -> {
                            if (failure.getCause() != null) {
                                working.create(labelsOf(spec));
                            }
                            return failure;
                        })),
                Mutant.named("ignores-the-start-up-timeout")
                        .breaks("LIFE-7", "did not give up")
                        .spec(asked -> asked.toBuilder()
                                .startupTimeout(SandboxSpec.DEFAULT_STARTUP_TIMEOUT)
                                .build()),
                Mutant.named("does-not-say-that-a-creation-took-too-long")
                        .breaks("LIFE-7", "does not say")
                        .provider(whenCreationFails((working, spec, failure) ->
                                isLate(spec) ? new SandboxStartException(Fault.of("It did not work")) : failure)),
                Mutant.named("leaves-a-late-creation-behind")
                        .breaks("LIFE-7", "left a sandbox behind")
                        .provider(whenCreationFails((working, spec, failure) -> {
                            if (isLate(spec)) {
                                working.create(labelsOf(spec));
                            }
                            return failure;
                        })));
    }

    private static boolean isLate(SandboxSpec spec) {
        return spec.startupTimeout().toMillis() == 0;
    }

    private static SandboxSpec labelsOf(SandboxSpec spec) {
        SandboxSpecBuilder builder = SandboxSpec.builder();
        spec.labels().forEach(builder::label);
        return builder.build();
    }

    /** What is thrown instead when a creation fails. */
    @FunctionalInterface
    private interface FailedCreation {
        RuntimeException thrown(SandboxProvider working, SandboxSpec spec, SandboxStartException failure);
    }

    private static UnaryOperator<SandboxProvider> whenCreationFails(FailedCreation change) {
        return working -> new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                try {
                    return provider().create(spec);
                } catch (SandboxStartException e) {
                    throw change.thrown(provider(), spec, e);
                }
            }
        };
    }

    private static List<Mutant> parts() {
        return List.of(
                Mutant.named("forgets-seed-files")
                        .breaks("LIFE-14", "seed file")
                        .spec(asked -> reseeded(
                                asked, seed -> seed instanceof SeedFile.Inline ? Stream.empty() : Stream.of(seed))),
                Mutant.named("forgets-modes-of-seed-files")
                        .breaks("LIFE-14", "mode")
                        .spec(asked -> reseeded(
                                asked,
                                seed -> seed instanceof SeedFile.Inline inline
                                        ? Stream.of(SeedFile.bytes(seed.path(), inline.content(), 0644))
                                        : Stream.of(seed))),
                Mutant.named("forgets-seed-folders")
                        .breaks("LIFE-14", "seed folder")
                        .spec(asked -> reseeded(
                                asked,
                                seed -> seed instanceof SeedFile.FromHost copy && Files.isDirectory(copy.source())
                                        ? Stream.empty()
                                        : Stream.of(seed))),
                Mutant.named("forgets-the-environment-of-the-spec")
                        .breaks("LIFE-14", "variable")
                        .breaks("EXEC-12", "")
                        .spec(asked -> without(Part.ENVIRONMENT, asked).build()),
                Mutant.named("ignores-the-workdir")
                        .breaks("LIFE-14", "workdir")
                        .breaks("FILE-9", "workdir")
                        .spec(asked -> asked.toBuilder()
                                .workdir(SandboxSpec.DEFAULT_WORKDIR)
                                .build()),
                Mutant.named("forgets-secrets")
                        .breaks("LIFE-21", "did not reach")
                        .spec(asked -> without(Part.SECRETS, asked).build()));
    }

    private static SandboxSpec reseeded(SandboxSpec asked, Function<SeedFile, Stream<SeedFile>> change) {
        SandboxSpecBuilder builder = without(Part.SEEDS, asked);
        asked.seedFiles().stream().flatMap(change).forEach(builder::seed);
        return builder.build();
    }

    private static List<Mutant> refusals() {
        return List.of(
                Mutant.named("ignores-unknown-options")
                        .breaks("LIFE-15", "unknown option")
                        .spec(asked -> without(Part.OPTIONS, asked).build()),
                Mutant.named("ignores-the-network-policy")
                        .breaks("LIFE-15", "NETWORK_NONE")
                        .spec(asked -> without(Part.NETWORK, asked).build()),
                Mutant.named("refuses-only-after-it-has-started")
                        .breaks("LIFE-15", "only after a creation had begun")
                        .provider(whenRefused((working, spec, refusal) -> {
                            working.create(labelsOf(spec)).close();
                            return refusal;
                        })),
                Mutant.named("takes-a-refusal-for-a-failed-start")
                        .breaks("LIFE-15", "UnsupportedCapabilityException")
                        .provider(whenRefused((working, spec, refusal) -> new SandboxStartException(
                                Fault.of("Bad request").cause(refusal)))));
    }

    /** What is thrown instead when a spec is refused. */
    @FunctionalInterface
    private interface RefusedCreation {
        RuntimeException thrown(SandboxProvider working, SandboxSpec spec, UnsupportedCapabilityException refusal);
    }

    private static UnaryOperator<SandboxProvider> whenRefused(RefusedCreation change) {
        return working -> new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                try {
                    return provider().create(spec);
                } catch (UnsupportedCapabilityException e) {
                    throw change.thrown(provider(), spec, e);
                }
            }
        };
    }

    private static List<Mutant> claims() {
        return List.of(
                Mutant.named("claims-mounts")
                        .breaks("LIFE-18", "not seen inside")
                        .claiming(Capability.MOUNTS),
                Mutant.named("mounts-everything-writable")
                        .breaks("LIFE-18", "a read-only mount was written")
                        .breaks("LIFE-23", "runs as its owner")
                        .provider(working -> mounting(
                                working, (sandbox, mount) -> mount.source().toString())),
                Mutant.named("mounts-a-copy")
                        .breaks("LIFE-18", "did not arrive")
                        .provider(working -> mounting(working, (sandbox, mount) -> {
                            String copy = "mounted" + mount.target();
                            sandbox.files().upload(mount.source(), copy);
                            return copy;
                        })),
                Mutant.named("claims-a-read-only-root")
                        .breaks("LIFE-19", "could write /conformance-probe")
                        .claiming(Capability.READ_ONLY_ROOT),
                Mutant.named("claims-images")
                        .breaks("LIFE-20", "was not refused")
                        .claiming(Capability.IMAGE),
                Mutant.named("does-not-name-the-missing-image")
                        .breaks("LIFE-20", "does not name the image")
                        .provider(working -> claiming(Capability.IMAGE, working, spec -> {
                            if (spec.image().isPresent()) {
                                throw new SandboxStartException(Fault.of("No such image"));
                            }
                            return working.create(spec);
                        })));
    }

    /** Mount by calling the folder by another name in commands. */
    static SandboxProvider mounting(SandboxProvider working, BiFunction<Sandbox, Mount, String> place) {
        return claiming(Capability.MOUNTS, working, spec -> {
            Sandbox made = working.create(without(Part.MOUNTS, spec).build());
            Map<String, String> places = new ConcurrentHashMap<>();
            spec.mounts().forEach(mount -> places.put(mount.target(), place.apply(made, mount)));
            return places.isEmpty()
                    ? made
                    : new ForwardingSandbox(made) {
                        @Override
                        public ExecResult exec(Command command) {
                            String script = command.toString();
                            for (Map.Entry<String, String> mount : places.entrySet()) {
                                script = script.replace(mount.getKey(), mount.getValue());
                            }
                            return sandbox().exec(Command.shell(script));
                        }
                    };
        });
    }

    static SandboxProvider claiming(Capability more, SandboxProvider working, Function<SandboxSpec, Sandbox> create) {
        return new ForwardingSandboxProvider(working) {
            @Override
            public Capabilities capabilities() {
                Capabilities declared = provider().capabilities();
                Set<Capability> features = EnumSet.copyOf(declared.features());
                features.add(more);
                return new Capabilities(
                        declared.isolation(), features, declared.requirements(), declared.startup(), declared.spare());
            }

            @Override
            public Sandbox create(SandboxSpec spec) {
                return create.apply(spec);
            }
        };
    }

    /** A part of a spec that can be forgotten. */
    private enum Part {
        ENVIRONMENT,
        SECRETS,
        SEEDS,
        NETWORK,
        MOUNTS,
        OPTIONS
    }

    private static SandboxSpecBuilder without(Part part, SandboxSpec asked) {
        SandboxSpecBuilder builder = SandboxSpec.builder()
                .workdir(asked.workdir())
                .limits(asked.limits())
                .readOnlyRoot(asked.readOnlyRoot())
                .startupTimeout(asked.startupTimeout())
                .env(part == Part.ENVIRONMENT ? Map.of() : asked.env());
        asked.labels().forEach(builder::label);
        asked.image().ifPresent(builder::image);
        asked.user().ifPresent(builder::user);
        asked.timeToLive().ifPresent(builder::timeToLive);
        asked.network().filter(policy -> part != Part.NETWORK).ifPresent(builder::network);
        (part == Part.SECRETS ? Map.<String, Secret>of() : asked.secrets()).forEach(builder::secret);
        (part == Part.SEEDS ? List.<SeedFile>of() : asked.seedFiles()).forEach(builder::seed);
        (part == Part.MOUNTS ? List.<Mount>of() : asked.mounts()).forEach(builder::mount);
        (part == Part.OPTIONS ? Map.<String, String>of() : asked.options()).forEach(builder::option);
        return builder;
    }
}
