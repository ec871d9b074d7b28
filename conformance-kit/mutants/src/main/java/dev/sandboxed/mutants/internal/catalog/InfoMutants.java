package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Providers and sandboxes that tell other things than they should. */
final class InfoMutants {

    private InfoMutants() {}

    static List<MutantBuilder> all() {
        return together(names(), infos(), secrets(), usages(), events());
    }

    private static List<MutantBuilder> names() {
        AtomicInteger count = new AtomicInteger();
        return List.of(
                mutant("shouts-its-name", "LIFE-1", "lower-case")
                        .name(provider -> provider.name().toUpperCase(Locale.ROOT)),
                mutant("has-another-name-each-time", "LIFE-1", "not the same")
                        .name(provider -> provider.name() + "-" + count.incrementAndGet()),
                mutant("has-another-name-than-its-factory", "LIFE-1", "factory")
                        .name(provider -> "my-" + provider.name()));
    }

    private static List<MutantBuilder> infos() {
        return List.of(
                mutant("forgets-labels", "INFO-1", "label")
                        .breaks("LIFE-14", "label")
                        .info(info(InfoMutants::unlabelled)),
                mutant("names-another-provider", "INFO-1", "another provider")
                        .info(info(info -> info.on(
                                new SandboxInfo.RunsOn("docker", info.runsOn().version(), info.isolation())))),
                mutant("knows-no-version-of-its-runtime", "INFO-1", "no version")
                        .info(info(info -> info.on(new SandboxInfo.RunsOn(info.provider(), "", info.isolation())))),
                // Without a native id nobody finds the sandbox from outside either, to destroy it there.
                mutant("has-no-native-id", "INFO-1", "no native id")
                        .breaks("LIFE-13", "gave a result")
                        .info(info(info -> with(info, "", info.owner(), info.created()))),
                mutant("belongs-to-nobody", "INFO-1", "another owner")
                        .info(info(info -> with(info, info.nativeId(), new Owner(1, "long ago"), info.created()))),
                mutant("was-created-in-1970", "INFO-1", "time of creation")
                        .info(info(info -> with(info, info.nativeId(), info.owner(), Instant.EPOCH))));
    }

    /** Changes what a sandbox tells about itself. */
    static Function<Sandbox, SandboxInfo> info(UnaryOperator<SandboxInfo> change) {
        return sandbox -> change.apply(sandbox.info());
    }

    private static SandboxInfo with(SandboxInfo info, String nativeId, Owner owner, Instant created) {
        return with(info, nativeId, owner, info.labels(), created);
    }

    private static SandboxInfo with(
            SandboxInfo info, String nativeId, Owner owner, Map<String, String> labels, Instant created) {
        return new SandboxInfo(
                info.id(), info.runsOn(), nativeId, info.state(), owner, labels, created, info.expiresAt());
    }

    static SandboxInfo unlabelled(SandboxInfo info) {
        return with(info, info.nativeId(), info.owner(), Map.of(), info.created());
    }

    private static List<MutantBuilder> secrets() {
        Map<String, Sandbox> made = new ConcurrentHashMap<>();
        return List.of(
                mutant("shows-secrets-in-its-own-text", "LIFE-21", "the text of the sandbox")
                        .sandbox(working -> new ForwardingSandbox(working) {
                            @Override
                            public String toString() {
                                return "Sandbox" + revealed(sandbox().spec());
                            }
                        }),
                mutant("lists-sandboxes-with-their-secrets", "LIFE-21", "the text of the listing")
                        .remembering(made)
                        .sandboxes(provider -> provider.list().stream()
                                .map(info -> with(
                                        info,
                                        info.nativeId()
                                                + Optional.ofNullable(made.get(info.id()))
                                                        .map(sandbox -> revealed(sandbox.spec())),
                                        info.owner(),
                                        info.created()))
                                .toList()),
                mutant("labels-sandboxes-with-their-secrets", "LIFE-21", "the info")
                        .spec(asked -> {
                            SandboxSpecBuilder builder = asked.toBuilder();
                            asked.secrets().forEach((name, secret) -> builder.label("env." + name, secret.reveal()));
                            return builder.build();
                        }),
                mutant("puts-secrets-into-the-text-of-commands", "LIFE-21", "an event")
                        .exec((sandbox, command) -> {
                            String exports = sandbox.spec().secrets().entrySet().stream()
                                    .map(it -> "export " + it.getKey() + "="
                                            + Command.quote(it.getValue().reveal()) + "; ")
                                    .collect(Collectors.joining());
                            return sandbox.exec(exports.isEmpty() ? command : Command.shell(exports + command));
                        }));
    }

    private static List<String> revealed(SandboxSpec spec) {
        return spec.secrets().values().stream().map(Secret::reveal).toList();
    }

    private static List<MutantBuilder> usages() {
        return List.of(
                mutant("measures-no-processor-time", "INFO-2", "counted to 150,000")
                        .usage(usage(
                                used -> new Usage(Duration.ZERO, used.memory(), used.peakMemory(), used.processes()))),
                mutant("takes-nanoseconds-for-microseconds", "INFO-2", "128 processors")
                        .usage(usage(used -> new Usage(
                                used.cpuTime().multipliedBy(1000),
                                used.memory(),
                                used.peakMemory(),
                                used.processes()))),
                mutant("takes-bytes-for-kibibytes", "INFO-2", "less than the shell takes")
                        .usage(usage(used -> new Usage(
                                used.cpuTime(),
                                DataSize.ofBytes(used.memory().bytes() / 1024),
                                DataSize.ofBytes(used.peakMemory().bytes() / 1024),
                                used.processes()))),
                mutant("forgets-the-peak-of-the-memory", "INFO-2", "the peak of the memory")
                        .usage(usage(
                                used -> new Usage(used.cpuTime(), used.memory(), DataSize.ZERO, used.processes()))));
    }

    private static Function<Sandbox, Usage> usage(UnaryOperator<Usage> change) {
        return sandbox -> change.apply(sandbox.usage());
    }

    private static List<MutantBuilder> events() {
        return List.of(
                mutant("never-tells-that-it-is-ready", "INFO-3", "other events")
                        .listener(telling(
                                event -> event instanceof SandboxEvent.Ready ? Stream.empty() : Stream.of(event))),
                mutant("tells-nothing-of-commands-that-fail", "INFO-3", "other events")
                        .listener(telling(event -> event instanceof SandboxEvent.ExecEnded end
                                        && end.ending().exitCode() != 0
                                ? Stream.empty()
                                : Stream.of(event))),
                mutant("tells-the-start-of-a-command-after-its-end", "INFO-3", "other events")
                        .listener(InfoMutants::late),
                mutant("tells-its-end-twice", "INFO-3", "other events")
                        .listener(telling(event ->
                                event instanceof SandboxEvent.Destroyed ? Stream.of(event, event) : Stream.of(event))),
                mutant("tells-the-time-of-another-clock", "INFO-3", "happened before")
                        .listener(telling(event -> Stream.of(
                                event instanceof SandboxEvent.Destroyed end
                                        ? new SandboxEvent.Destroyed(hourAgo(end.at()), end.reason())
                                        : event))),
                mutant("tells-the-shell-instead-of-the-command", "INFO-3", "other commands")
                        .listener(telling(event -> Stream.of(
                                event instanceof SandboxEvent.ExecStarted start
                                        ? new SandboxEvent.ExecStarted(start.at(), Command.of("/bin/sh"))
                                        : event))));
    }

    /** Sends other events in place of each. */
    private static UnaryOperator<SandboxListener> telling(Function<SandboxEvent, Stream<SandboxEvent>> instead) {
        return asked -> event -> instead.apply(event).forEach(asked::on);
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
