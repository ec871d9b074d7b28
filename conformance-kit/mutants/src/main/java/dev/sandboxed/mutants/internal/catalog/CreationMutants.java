package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Providers that do not make what the spec says. */
final class CreationMutants {

    private CreationMutants() {}

    static List<MutantBuilder> all() {
        return together(crowds(), failures(), parts(), refusals(), claims());
    }

    private static List<MutantBuilder> crowds() {
        return List.of(
                mutant("hands-over-too-early-under-load", "LIFE-2", "at once")
                        .create(crowded((sandbox, neighbour) -> new ForwardingSandbox(sandbox) {
                            private final AtomicBoolean asked = new AtomicBoolean();

                            @Override
                            public ExecResult exec(Command command) {
                                if (!asked.getAndSet(true)) {
                                    throw new SandboxTransportException(Fault.of("Connection refused"));
                                }
                                return sandbox().exec(command);
                            }
                        })),
                mutant("gives-an-id-twice-under-load", "LIFE-2", "same id")
                        .create(crowded((sandbox, neighbour) -> new ForwardingSandbox(sandbox) {
                            @Override
                            public String id() {
                                return neighbour;
                            }
                        })));
    }

    /** Breaks a sandbox that is made while four others with the same labels live, given the id of one of these. */
    private static BiFunction<SandboxProvider, SandboxSpec, Sandbox> crowded(
            BiFunction<Sandbox, String, Sandbox> change) {
        return (provider, spec) -> {
            List<SandboxInfo> others = provider.list().stream()
                    .filter(info -> info.labels().equals(spec.labels()))
                    .toList();
            Sandbox made = provider.create(spec);
            return others.size() < 4 ? made : change.apply(made, others.get(0).id());
        };
    }

    private static List<MutantBuilder> failures() {
        return List.of(
                mutant("throws-whatever-broke-a-creation", "LIFE-6", "SandboxStartException")
                        .create(whenFailed((provider, spec, failure) ->
                                failure.getCause() instanceof RuntimeException cause ? cause : failure)),
                mutant("hides-why-a-creation-failed", "LIFE-6", "has no cause")
                        .create(whenFailed((provider, spec, failure) -> failure.getCause() == null
                                ? failure
                                : new SandboxStartException(Fault.of(failure.what())))),
                mutant("leaves-a-failed-creation-behind", "LIFE-6", "left a sandbox behind")
                        .create(whenFailed((provider, spec, failure) -> {
                            if (failure.getCause() != null) {
                                provider.create(labelsOf(spec));
                            }
                            return failure;
                        })),
                mutant("ignores-the-start-up-timeout", "LIFE-7", "did not give up")
                        .spec(asked -> asked.toBuilder()
                                .startupTimeout(SandboxSpec.DEFAULT_STARTUP_TIMEOUT)
                                .build()),
                mutant("does-not-say-that-a-creation-took-too-long", "LIFE-7", "does not say")
                        .create(whenFailed((provider, spec, failure) ->
                                isLate(spec) ? new SandboxStartException(Fault.of("It did not work")) : failure)),
                mutant("leaves-a-late-creation-behind", "LIFE-7", "left a sandbox behind")
                        .create(whenFailed((provider, spec, failure) -> {
                            if (isLate(spec)) {
                                provider.create(labelsOf(spec));
                            }
                            return failure;
                        })));
    }

    private static BiFunction<SandboxProvider, SandboxSpec, Sandbox> whenFailed(
            TriFunction<SandboxProvider, SandboxSpec, SandboxStartException, RuntimeException> thrown) {
        return whenThrown(SandboxStartException.class, thrown);
    }

    private static BiFunction<SandboxProvider, SandboxSpec, Sandbox> whenRefused(
            TriFunction<SandboxProvider, SandboxSpec, UnsupportedCapabilityException, RuntimeException> thrown) {
        return whenThrown(UnsupportedCapabilityException.class, thrown);
    }

    private static <X extends RuntimeException> BiFunction<SandboxProvider, SandboxSpec, Sandbox> whenThrown(
            Class<X> type, TriFunction<SandboxProvider, SandboxSpec, X, RuntimeException> thrown) {
        return (provider, spec) -> caught(() -> provider.create(spec), type, failure -> {
            throw thrown.apply(provider, spec, failure);
        });
    }

    private static boolean isLate(SandboxSpec spec) {
        return spec.startupTimeout().toMillis() == 0;
    }

    /** Returns a spec that has the labels of another and asks for nothing. */
    static SandboxSpec labelsOf(SandboxSpec spec) {
        SandboxSpecBuilder builder = SandboxSpec.builder();
        spec.labels().forEach(builder::label);
        return builder.build();
    }

    private static List<MutantBuilder> parts() {
        return List.of(
                mutant("forgets-seed-files", "LIFE-14", "seed file")
                        .spec(asked -> reseeded(
                                asked, seed -> seed instanceof SeedFile.Inline ? Stream.empty() : Stream.of(seed))),
                mutant("forgets-modes-of-seed-files", "LIFE-14", "mode")
                        .spec(asked -> reseeded(
                                asked,
                                seed -> seed instanceof SeedFile.Inline inline
                                        ? Stream.of(SeedFile.bytes(seed.path(), inline.content(), 0644))
                                        : Stream.of(seed))),
                // What it changes depends on the host, and cannot be told from the spec alone.
                mutant("forgets-seed-folders", "LIFE-14", "seed folder")
                        .create((provider, asked) -> provider.create(reseeded(
                                asked,
                                seed -> seed instanceof SeedFile.FromHost copy && Files.isDirectory(copy.source())
                                        ? Stream.empty()
                                        : Stream.of(seed)))),
                mutant("forgets-the-environment-of-the-spec", "LIFE-14", "variable")
                        .breaks("EXEC-12", "")
                        .spec(asked -> without(Part.ENVIRONMENT, asked).build()),
                mutant("ignores-the-workdir", "LIFE-14", "workdir")
                        .breaks("FILE-9", "workdir")
                        .spec(asked -> asked.toBuilder()
                                .workdir(SandboxSpec.DEFAULT_WORKDIR)
                                .build()),
                mutant("forgets-secrets", "LIFE-21", "did not reach")
                        .spec(asked -> without(Part.SECRETS, asked).build()));
    }

    private static SandboxSpec reseeded(SandboxSpec asked, Function<SeedFile, Stream<SeedFile>> change) {
        SandboxSpecBuilder builder = without(Part.SEEDS, asked);
        asked.seedFiles().stream().flatMap(change).forEach(builder::seed);
        return builder.build();
    }

    private static List<MutantBuilder> refusals() {
        return List.of(
                mutant("ignores-unknown-options", "LIFE-15", "unknown option")
                        .spec(asked -> without(Part.OPTIONS, asked).build()),
                mutant("ignores-the-network-policy", "LIFE-15", "NETWORK_NONE")
                        .spec(asked -> without(Part.NETWORK, asked).build()),
                mutant("refuses-only-after-it-has-started", "LIFE-15", "only after a creation had begun")
                        .create(whenRefused((provider, spec, refusal) -> {
                            provider.create(labelsOf(spec)).close();
                            return refusal;
                        })),
                mutant("takes-a-refusal-for-a-failed-start", "LIFE-15", "UnsupportedCapabilityException")
                        .create(whenRefused((provider, spec, refusal) -> new SandboxStartException(
                                Fault.of("Bad request").cause(refusal)))));
    }

    private static List<MutantBuilder> claims() {
        return List.of(
                mutant("claims-mounts", "LIFE-18", "not seen inside").claiming(Capability.MOUNTS),
                mutant("mounts-everything-writable", "LIFE-18", "a read-only mount was written")
                        .breaks("LIFE-23", "runs as its owner")
                        .claiming(
                                Capability.MOUNTS,
                                mounting((sandbox, mount) -> mount.source().toString())),
                mutant("mounts-a-copy", "LIFE-18", "did not arrive")
                        .claiming(Capability.MOUNTS, mounting(CreationMutants::copy)),
                mutant("claims-a-read-only-root", "LIFE-19", "could write /conformance-probe")
                        .claiming(Capability.READ_ONLY_ROOT),
                mutant("claims-images", "LIFE-20", "was not refused").claiming(Capability.IMAGE),
                mutant("does-not-name-the-missing-image", "LIFE-20", "does not name the image")
                        .claiming(Capability.IMAGE, (provider, spec) -> {
                            if (spec.image().isPresent()) {
                                throw new SandboxStartException(Fault.of("No such image"));
                            }
                            return provider.create(spec);
                        }));
    }

    /** Mounts by calling the folder by another name in commands. */
    static BiFunction<SandboxProvider, SandboxSpec, Sandbox> mounting(BiFunction<Sandbox, Mount, String> place) {
        return (provider, asked) -> {
            Sandbox made = provider.create(without(Part.MOUNTS, asked).build());
            Map<String, String> places = new ConcurrentHashMap<>();
            asked.mounts().forEach(mount -> places.put(mount.target(), place.apply(made, mount)));
            return places.isEmpty() ? made : new Mounting(made, asked, places);
        };
    }

    /** Copies what is to be mounted, and returns where it is. */
    static String copy(Sandbox sandbox, Mount mount) {
        String copy = "mounted" + mount.target();
        sandbox.files().upload(mount.source(), copy);
        return copy;
    }

    private static final class Mounting extends ForwardingSandbox {

        private final SandboxSpec asked;
        private final Map<String, String> places;

        Mounting(Sandbox made, SandboxSpec asked, Map<String, String> places) {
            super(made);
            this.asked = asked;
            this.places = places;
        }

        @Override
        public SandboxSpec spec() {
            return asked;
        }

        @Override
        public ExecResult exec(Command command) {
            String script = command.toString();
            for (Map.Entry<String, String> mount : places.entrySet()) {
                script = script.replace(mount.getKey(), mount.getValue());
            }
            return sandbox().exec(Command.shell(script));
        }
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
        (part == Part.NETWORK ? List.<Credential>of() : asked.credentials()).forEach(builder::credential);
        (part == Part.SECRETS ? Map.<String, Secret>of() : asked.secrets()).forEach(builder::secret);
        (part == Part.SEEDS ? List.<SeedFile>of() : asked.seedFiles()).forEach(builder::seed);
        (part == Part.MOUNTS ? List.<Mount>of() : asked.mounts()).forEach(builder::mount);
        (part == Part.OPTIONS ? Map.<String, String>of() : asked.options()).forEach(builder::option);
        return builder;
    }
}
