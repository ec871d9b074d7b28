package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Limits that limit nothing. */
final class LimitMutants {

    private LimitMutants() {}

    static List<Mutant> all() {
        return Stream.of(claimed(), forgotten(), wrong(), sticky())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> claimed() {
        return List.of(
                Mutant.named("claims-to-limit-memory")
                        .breaks("LIMIT-1", "is not told as OUT_OF_MEMORY")
                        .claiming(Capability.LIMIT_MEMORY),
                // An ordinary user's processes can be limited, so the limit is taken out as well.
                Mutant.named("claims-to-limit-processes")
                        .breaks("LIMIT-2", "a fork bomb had")
                        .opening((working, context) -> Mutant.named("claim")
                                .claiming(Capability.LIMIT_PIDS)
                                .mutation()
                                .open(
                                        Mutant.named("forget")
                                                .spec(LimitMutants::withoutProcesses)
                                                .of(working),
                                        context)),
                Mutant.named("claims-to-limit-processors")
                        .breaks("LIMIT-3", "busy loops used")
                        .claiming(Capability.LIMIT_CPU),
                Mutant.named("claims-to-limit-processors-of-a-kernel-of-its-own")
                        .breaks("LIMIT-3", "busy loops got as much work done")
                        .opening((working, context) -> Mutant.named("hide")
                                .command(command -> IsolationMutants.hiding(command, LimitMutants::evenlyBusy))
                                .mutation()
                                .open(
                                        Mutant.named("claim")
                                                .claiming(Capability.LIMIT_CPU)
                                                .of(working),
                                        context)),
                Mutant.named("claims-to-limit-disk")
                        .breaks("LIMIT-4", "of disk are allowed")
                        .claiming(Capability.LIMIT_DISK),
                Mutant.named("limits-each-file-instead-of-the-disk")
                        .breaks("LIMIT-4", "many files of 64 MiB together were written")
                        .opening((working, context) -> Mutant.named("limit")
                                .exec(LimitMutants::withLimitedFileSize)
                                .mutation()
                                .open(
                                        Mutant.named("claim")
                                                .claiming(Capability.LIMIT_DISK)
                                                .of(working),
                                        context)));
    }

    private static List<Mutant> forgotten() {
        return List.of(
                limits(
                        Mutant.named("forgets-the-limit-of-open-files")
                                .breaks("LIMIT-5", "files open where 64 are allowed")
                                .breaks("LIMIT-6", "ulimit -n"),
                        (asked, given) -> asked.openFiles().ifPresent(count -> given.openFiles(256))),
                limits(
                        Mutant.named("forgets-the-limit-of-address-space")
                                .breaks("LIMIT-6", "ulimit -v")
                                .breaks("LIMIT-8", "an allocation of 300 MiB works"),
                        (asked, given) ->
                                asked.addressSpace().ifPresent(size -> given.addressSpace(DataSize.ofGibibytes(64)))),
                limits(
                        Mutant.named("forgets-the-limit-of-processor-time")
                                .breaks("LIMIT-6", "ulimit -t")
                                .breaks("LIMIT-9", "4 seconds of processor time where 1 second is allowed"),
                        (asked, given) -> asked.cpuTime().ifPresent(time -> given.cpuTime(Duration.ofHours(1)))));
    }

    private static List<Mutant> wrong() {
        return List.of(
                limits(
                        Mutant.named("allows-half-the-open-files").breaks("LIMIT-6", "ulimit -n"),
                        (asked, given) -> asked.openFiles().ifPresent(count -> given.openFiles(count / 2))),
                limits(
                        Mutant.named("takes-a-mebibyte-for-a-million-bytes").breaks("LIMIT-6", "ulimit -v"),
                        (asked, given) -> asked.addressSpace()
                                .ifPresent(size ->
                                        given.addressSpace(DataSize.ofBytes((size.bytes() >> 20) * 1_000_000)))),
                limits(
                        Mutant.named("allows-a-second-more-of-processor-time").breaks("LIMIT-6", "ulimit -t"),
                        (asked, given) -> asked.cpuTime().ifPresent(time -> given.cpuTime(time.plusSeconds(1)))));
    }

    private static List<Mutant> sticky() {
        return List.of(
                Mutant.named("limits-stick-to-the-next-sandbox")
                        .breaks("LIMIT-7", "has those of another that was made before")
                        .provider(Sticky::new),
                Mutant.named("limits-of-one-sandbox-hold-for-all")
                        .breaks("LIMIT-7", "changed when another was made")
                        .provider(HoldingForAll::new));
    }

    private static Mutant limits(MutantBuilder mutant, BiConsumer<Limits, Limits.Builder> change) {
        return mutant.spec(asked -> {
            Limits.Builder given = asked.limits().toBuilder();
            change.accept(asked.limits(), given);
            return asked.toBuilder().limits(given.build()).build();
        });
    }

    /** Let another kernel be told, and busy loops get the same done each time, which a machine in use would blur. */
    private static String evenlyBusy(String script) {
        return script.replace("uname -r -v", "echo other")
                .replace("until [ -e stop ]; do n=$((n+1));", "until [ -e stop ]; do n=1000;");
    }

    private static SandboxSpec withoutProcesses(SandboxSpec asked) {
        Limits.Builder kept = Limits.builder();
        asked.limits().openFiles().ifPresent(kept::openFiles);
        asked.limits().addressSpace().ifPresent(kept::addressSpace);
        asked.limits().cpuTime().ifPresent(kept::cpuTime);
        return asked.toBuilder().limits(kept.build()).build();
    }

    private static ExecResult withLimitedFileSize(Sandbox sandbox, Command command) {
        if (sandbox.spec().limits().disk().isEmpty()) {
            return sandbox.exec(command);
        }
        long blocks = sandbox.spec().limits().disk().get().bytes() / 512;
        List<String> limited =
                new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "limited"));
        limited.addAll(command.argv());
        return sandbox.exec(Command.of(limited));
    }

    /** Knows how many files the sandboxes that are alive and limited may open. */
    private abstract static class Remembering extends ForwardingSandboxProvider {

        private final AtomicInteger remembered = new AtomicInteger();

        Remembering(SandboxProvider working) {
            super(working);
        }

        /** Give the limit of another sandbox, where there is one with a limit. */
        final OptionalInt others() {
            int files = remembered.get();
            return files == 0 ? OptionalInt.empty() : OptionalInt.of(files);
        }

        final Sandbox remember(int files, Sandbox limited) {
            remembered.set(files);
            return new ForwardingSandbox(limited) {
                @Override
                public void close() {
                    remembered.set(0);
                    sandbox().close();
                }
            };
        }
    }

    private static final class Sticky extends Remembering {

        Sticky(SandboxProvider working) {
            super(working);
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            OptionalInt own = spec.limits().openFiles();
            if (own.isPresent()) {
                return remember(own.getAsInt(), provider().create(spec));
            }
            Limits.Builder given = spec.limits().toBuilder();
            others().ifPresent(given::openFiles);
            return provider().create(spec.toBuilder().limits(given.build()).build());
        }
    }

    private static final class HoldingForAll extends Remembering {

        HoldingForAll(SandboxProvider working) {
            super(working);
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            OptionalInt own = spec.limits().openFiles();
            if (own.isPresent()) {
                return remember(own.getAsInt(), provider().create(spec));
            }
            return new ForwardingSandbox(provider().create(spec)) {
                @Override
                public ExecResult exec(Command command) {
                    return others().isPresent() && command.script().isPresent()
                            ? sandbox()
                                    .exec(Command.shell("ulimit -n " + others().getAsInt() + "; "
                                            + command.script().get()))
                            : sandbox().exec(command);
                }
            };
        }
    }
}
