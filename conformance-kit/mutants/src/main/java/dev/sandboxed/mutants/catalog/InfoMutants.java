package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Providers and sandboxes that tell other things than they should. */
final class InfoMutants {

    private InfoMutants() {}

    static List<Mutant> all() {
        return Stream.of(names(), infos(), secrets(), usages(), events())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> names() {
        return List.of(
                Mutant.named("shouts-its-name")
                        .breaks("LIFE-1", "lower-case")
                        .provider(
                                working -> renamed(working, () -> working.name().toUpperCase(Locale.ROOT))),
                Mutant.named("has-another-name-each-time")
                        .breaks("LIFE-1", "not the same")
                        .provider(working -> {
                            AtomicInteger count = new AtomicInteger();
                            return renamed(working, () -> working.name() + "-" + count.incrementAndGet());
                        }),
                Mutant.named("has-another-name-than-its-factory")
                        .breaks("LIFE-1", "factory")
                        .provider(working -> renamed(working, () -> "my-" + working.name())));
    }

    private static SandboxProvider renamed(SandboxProvider working, Supplier<String> name) {
        return new ForwardingSandboxProvider(working) {
            @Override
            public String name() {
                return name.get();
            }
        };
    }

    private static List<Mutant> infos() {
        return List.of(
                Mutant.named("forgets-labels")
                        .breaks("INFO-1", "label")
                        .breaks("LIFE-14", "label")
                        .sandbox(info(InfoMutants::unlabelled)),
                Mutant.named("names-another-provider")
                        .breaks("INFO-1", "another provider")
                        .sandbox(info(info -> info.on(
                                new SandboxInfo.RunsOn("docker", info.runsOn().version(), info.isolation())))),
                Mutant.named("knows-no-version-of-its-runtime")
                        .breaks("INFO-1", "no version")
                        .sandbox(info(info -> info.on(new SandboxInfo.RunsOn(info.provider(), "", info.isolation())))),
                // Without a native id nobody finds the sandbox from outside either, to destroy it there.
                Mutant.named("has-no-native-id")
                        .breaks("INFO-1", "no native id")
                        .breaks("LIFE-13", "gave a result")
                        .sandbox(info(info -> with(info, "", info.owner(), info.created()))),
                Mutant.named("belongs-to-nobody")
                        .breaks("INFO-1", "another owner")
                        .sandbox(info(info -> with(info, info.nativeId(), new Owner(1, "long ago"), info.created()))),
                Mutant.named("was-created-in-1970")
                        .breaks("INFO-1", "time of creation")
                        .sandbox(info(info -> with(info, info.nativeId(), info.owner(), Instant.EPOCH))));
    }

    /** Break what a sandbox tells about itself. */
    static UnaryOperator<Sandbox> info(UnaryOperator<SandboxInfo> change) {
        return working -> new ForwardingSandbox(working) {
            @Override
            public SandboxInfo info() {
                return change.apply(sandbox().info());
            }
        };
    }

    private static SandboxInfo with(SandboxInfo info, String nativeId, Owner owner, Instant created) {
        return new SandboxInfo(
                info.id(), info.runsOn(), nativeId, info.state(), owner, info.labels(), created, info.expires());
    }

    static SandboxInfo unlabelled(SandboxInfo info) {
        return new SandboxInfo(
                info.id(),
                info.runsOn(),
                info.nativeId(),
                info.state(),
                info.owner(),
                Map.of(),
                info.created(),
                info.expires());
    }

    private static List<Mutant> secrets() {
        return List.of(
                Mutant.named("shows-secrets-in-its-own-text")
                        .breaks("LIFE-21", "the text of the sandbox")
                        .sandbox(working -> new ForwardingSandbox(working) {
                            @Override
                            public String toString() {
                                return "Sandbox" + revealed(sandbox().spec());
                            }
                        }),
                Mutant.named("lists-sandboxes-with-their-secrets")
                        .breaks("LIFE-21", "the text of the listing")
                        .provider(working -> {
                            Map<String, List<String>> known = new ConcurrentHashMap<>();
                            return new ForwardingSandboxProvider(working) {
                                @Override
                                public Sandbox create(SandboxSpec spec) {
                                    Sandbox made = provider().create(spec);
                                    known.put(made.id(), revealed(spec));
                                    return made;
                                }

                                @Override
                                public List<SandboxInfo> list() {
                                    return provider().list().stream()
                                            .map(info -> with(
                                                    info,
                                                    info.nativeId() + known.get(info.id()),
                                                    info.owner(),
                                                    info.created()))
                                            .toList();
                                }
                            };
                        }),
                Mutant.named("labels-sandboxes-with-their-secrets")
                        .breaks("LIFE-21", "the info")
                        .spec(asked -> {
                            SandboxSpecBuilder builder = asked.toBuilder();
                            asked.secrets().forEach((name, secret) -> builder.label("env." + name, secret.reveal()));
                            return builder.build();
                        }),
                Mutant.named("puts-secrets-into-the-text-of-commands")
                        .breaks("LIFE-21", "an event")
                        .exec((sandbox, command) -> {
                            StringBuilder script = new StringBuilder();
                            sandbox.spec()
                                    .secrets()
                                    .forEach((name, secret) -> script.append("export ")
                                            .append(name)
                                            .append('=')
                                            .append(Command.quote(secret.reveal()))
                                            .append("; "));
                            return sandbox.exec(
                                    script.isEmpty()
                                            ? command
                                            : Command.shell(
                                                    script.append(command).toString()));
                        }));
    }

    private static List<String> revealed(SandboxSpec spec) {
        return spec.secrets().values().stream().map(Secret::reveal).toList();
    }

    private static List<Mutant> usages() {
        return List.of(
                Mutant.named("measures-no-processor-time")
                        .breaks("INFO-2", "counted to 150,000")
                        .sandbox(usage(
                                used -> new Usage(Duration.ZERO, used.memory(), used.peakMemory(), used.processes()))),
                Mutant.named("takes-nanoseconds-for-microseconds")
                        .breaks("INFO-2", "128 processors")
                        .sandbox(usage(used -> new Usage(
                                used.cpuTime().multipliedBy(1000),
                                used.memory(),
                                used.peakMemory(),
                                used.processes()))),
                Mutant.named("takes-bytes-for-kibibytes")
                        .breaks("INFO-2", "less than the shell takes")
                        .sandbox(usage(used -> new Usage(
                                used.cpuTime(),
                                DataSize.ofBytes(used.memory().bytes() / 1024),
                                DataSize.ofBytes(used.peakMemory().bytes() / 1024),
                                used.processes()))),
                Mutant.named("forgets-the-peak-of-the-memory")
                        .breaks("INFO-2", "the peak of the memory")
                        .sandbox(usage(
                                used -> new Usage(used.cpuTime(), used.memory(), DataSize.ZERO, used.processes()))));
    }

    private static UnaryOperator<Sandbox> usage(UnaryOperator<Usage> change) {
        return working -> new ForwardingSandbox(working) {
            @Override
            public Usage usage() {
                return change.apply(sandbox().usage());
            }
        };
    }

    private static List<Mutant> events() {
        return List.of(
                Mutant.named("never-tells-that-it-is-ready")
                        .breaks("INFO-3", "other events")
                        .listener(asked -> event -> {
                            if (!(event instanceof SandboxEvent.Ready)) {
                                asked.on(event);
                            }
                        }),
                Mutant.named("tells-nothing-of-commands-that-fail")
                        .breaks("INFO-3", "other events")
                        .listener(asked -> event -> {
                            if (!(event instanceof SandboxEvent.ExecEnded ended)
                                    || ended.ending().exitCode() == 0) {
                                asked.on(event);
                            }
                        }),
                Mutant.named("tells-the-start-of-a-command-after-its-end")
                        .breaks("INFO-3", "other events")
                        .listener(InfoMutants::late),
                Mutant.named("tells-its-end-twice")
                        .breaks("INFO-3", "other events")
                        .listener(asked -> event -> {
                            asked.on(event);
                            if (event instanceof SandboxEvent.Destroyed) {
                                asked.on(event);
                            }
                        }),
                Mutant.named("tells-the-time-of-another-clock")
                        .breaks("INFO-3", "happened before")
                        .listener(asked -> event -> asked.on(
                                event instanceof SandboxEvent.Destroyed end
                                        ? new SandboxEvent.Destroyed(hourAgo(end.at()), end.reason())
                                        : event)),
                Mutant.named("tells-the-shell-instead-of-the-command")
                        .breaks("INFO-3", "other commands")
                        .listener(asked -> event -> asked.on(
                                event instanceof SandboxEvent.ExecStarted start
                                        ? new SandboxEvent.ExecStarted(start.at(), Command.of("/bin/sh"))
                                        : event)));
    }

    private static SandboxListener late(SandboxListener asked) {
        Map<String, SandboxEvent> started = new ConcurrentHashMap<>();
        return event -> {
            if (event instanceof SandboxEvent.ExecStarted) {
                started.put(event.at().sandbox(), event);
                return;
            }
            asked.on(event);
            SandboxEvent start = started.remove(event.at().sandbox());
            if (start != null) {
                asked.on(start);
            }
        };
    }

    private static SandboxEvent.At hourAgo(SandboxEvent.At at) {
        return new SandboxEvent.At(at.provider(), at.sandbox(), at.moment().minus(Duration.ofHours(1)));
    }
}
