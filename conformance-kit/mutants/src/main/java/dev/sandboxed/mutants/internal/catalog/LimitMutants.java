package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Limits that limit nothing. */
final class LimitMutants {

    private LimitMutants() {}

    static List<MutantBuilder> all() {
        return together(claimed(), forgotten(), wrong(), sticky());
    }

    private static List<MutantBuilder> claimed() {
        return List.of(
                mutant("claims-to-limit-memory", "LIMIT-1", "is not told as OUT_OF_MEMORY")
                        .claiming(Capability.LIMIT_MEMORY),
                // An ordinary user's processes can be limited, so the limit is taken out as well.
                mutant("claims-to-limit-processes", "LIMIT-2", "a fork bomb had")
                        .spec(LimitMutants::withoutProcesses)
                        .claiming(Capability.LIMIT_PIDS),
                mutant("claims-to-limit-processors", "LIMIT-3", "busy loops used")
                        .claiming(Capability.LIMIT_CPU),
                mutant("claims-to-limit-processors-of-a-kernel-of-its-own")
                        .breaks("LIMIT-3", "busy loops got as much work done")
                        .claiming(Capability.LIMIT_CPU)
                        .command(command -> IsolationMutants.hiding(command, LimitMutants::evenlyBusy)),
                mutant("claims-to-limit-bandwidth", "LIMIT-10", "times as much took only")
                        .claiming(Capability.LIMIT_BANDWIDTH),
                mutant("limits-only-what-is-fetched", "LIMIT-10", "what a sandbox sends was limited")
                        .claiming(Capability.LIMIT_BANDWIDTH)
                        .exec((sandbox, command) -> sandbox.exec(slow(command))),
                disk("claims-to-limit-disk", "of disk are allowed", "the disk could not be filled")
                        .breaks("LIMIT-12", "the disk could not be filled")
                        .breaks("LIMIT-13", "usage does not tell how much of the disk is taken"),
                disk(
                                "limits-each-file-instead-of-the-disk",
                                "many files of 64 MiB together were written",
                                "a file of 4 MiB can be written where no room is left")
                        .breaks("LIMIT-12", "is not told as OUT_OF_DISK")
                        .breaks("LIMIT-13", "usage does not tell how much of the disk is taken")
                        .exec(LimitMutants::withLimitedFileSize),
                disk("always-tells-the-same-of-the-disk", "of disk are allowed", "the disk could not be filled")
                        .breaks("LIMIT-12", "the disk could not be filled")
                        .breaks("LIMIT-13", "0 more of the disk are told to be taken")
                        .usage(sandbox -> sandbox.usage().withDisk(Optional.of(DataSize.ofMebibytes(1)))),
                disk("takes-each-failure-for-lack-of-room", "of disk are allowed", "the disk could not be filled")
                        .breaks("LIMIT-12", "a command that fails while there is room is not told as EXITED")
                        .breaks("LIMIT-13", "usage does not tell how much of the disk is taken")
                        .exec(LimitMutants::failingForLackOfRoom));
    }

    /** Claims to limit disks, which it does not. */
    private static MutantBuilder disk(String name, String written, String full) {
        return mutant(name, "LIMIT-4", written)
                .breaks("LIMIT-11", full)
                .breaks("SNAP-12", "40 MiB were written in a restored sandbox")
                .claiming(Capability.LIMIT_DISK);
    }

    private static ExecResult failingForLackOfRoom(Sandbox sandbox, Command command) {
        ExecResult result = sandbox.exec(command);
        return sandbox.spec().limits().disk().isEmpty() || result.exitCode() == 0
                ? result
                : new ExecResult(
                        result.command(),
                        Ending.outOfDisk(result.exitCode()),
                        result.out(),
                        result.err(),
                        result.duration(),
                        result.place());
    }

    private static List<MutantBuilder> forgotten() {
        return List.of(
                limits(
                        mutant("forgets-the-limit-of-open-files", "LIMIT-5", "files open where 64 are allowed")
                                .breaks("LIMIT-6", "ulimit -n"),
                        (asked, given) -> asked.openFiles().ifPresent(count -> given.openFiles(256))),
                limits(
                        mutant("forgets-the-limit-of-address-space", "LIMIT-6", "ulimit -v")
                                .breaks("LIMIT-8", "an allocation of 300 MiB works"),
                        (asked, given) ->
                                asked.addressSpace().ifPresent(size -> given.addressSpace(DataSize.ofGibibytes(64)))),
                limits(
                        mutant("forgets-the-limit-of-processor-time", "LIMIT-6", "ulimit -t")
                                .breaks("LIMIT-9", "4 seconds of processor time where 1 second is allowed"),
                        (asked, given) -> asked.cpuTime().ifPresent(time -> given.cpuTime(Duration.ofHours(1)))));
    }

    private static List<MutantBuilder> wrong() {
        return List.of(
                limits(
                        mutant("allows-half-the-open-files", "LIMIT-6", "ulimit -n"),
                        (asked, given) -> asked.openFiles().ifPresent(count -> given.openFiles(count / 2))),
                limits(
                        mutant("takes-a-mebibyte-for-a-million-bytes", "LIMIT-6", "ulimit -v"),
                        (asked, given) -> asked.addressSpace()
                                .ifPresent(size ->
                                        given.addressSpace(DataSize.ofBytes((size.bytes() >> 20) * 1_000_000)))),
                limits(
                        mutant("allows-a-second-more-of-processor-time", "LIMIT-6", "ulimit -t"),
                        (asked, given) -> asked.cpuTime().ifPresent(time -> given.cpuTime(time.plusSeconds(1)))));
    }

    private static List<MutantBuilder> sticky() {
        return List.of(
                withOthers(
                        mutant("limits-stick-to-the-next-sandbox")
                                .breaks("LIMIT-7", "has those of another that was made before"),
                        (provider, spec, others) -> {
                            Limits.Builder given = spec.limits().toBuilder();
                            if (others.get() > 0) {
                                given.openFiles(others.get());
                            }
                            return provider.create(
                                    spec.toBuilder().limits(given.build()).build());
                        }),
                withOthers(
                        mutant("limits-of-one-sandbox-hold-for-all", "LIMIT-7", "changed when another was made"),
                        (provider, spec, others) -> new ForwardingSandbox(provider.create(spec)) {
                            @Override
                            public ExecResult exec(Command command) {
                                return others.get() > 0 && command.script().isPresent()
                                        ? sandbox()
                                                .exec(Command.shell("ulimit -n " + others + "; "
                                                        + command.script().get()))
                                        : sandbox().exec(command);
                            }
                        }));
    }

    /** Breaks sandboxes without a limit of open files, given that of one with a limit that lives, or zero. */
    private static MutantBuilder withOthers(
            MutantBuilder mutant, TriFunction<SandboxProvider, SandboxSpec, AtomicInteger, Sandbox> unlimited) {
        AtomicInteger others = new AtomicInteger();
        return mutant.create((provider, spec) -> {
            OptionalInt own = spec.limits().openFiles();
            if (own.isEmpty()) {
                return unlimited.apply(provider, spec, others);
            }
            others.set(own.getAsInt());
            return new ForwardingSandbox(provider.create(spec)) {
                @Override
                public void close() {
                    others.set(0);
                    sandbox().close();
                }
            };
        });
    }

    private static MutantBuilder limits(MutantBuilder mutant, BiConsumer<Limits, Limits.Builder> change) {
        return mutant.spec(asked -> {
            Limits.Builder given = asked.limits().toBuilder();
            change.accept(asked.limits(), given);
            return asked.toBuilder().limits(given.build()).build();
        });
    }

    /** Lets another kernel be told, and busy loops get the same done each time, which a machine in use would blur. */
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

    /** Keeps the connection for as long as it would take within the limit, whichever tool has it. */
    private static Command slow(Command command) {
        return command.script()
                .filter(script -> script.contains("direction=fetch"))
                .map(script -> Command.shell(script.replace("print(n)", "import time; time.sleep(4); print(n)")
                                .replace("print $n", "sleep 4; print $n")
                                .replace("cat <&3 |", "(cat; sleep 4) <&3 |"))
                        .timeout(command.timeout()))
                .orElse(command);
    }
}
