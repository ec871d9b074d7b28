package dev.sandboxed.junit.internal.record;

import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.junit.internal.page.SandboxEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A sandbox as far as it has been heard of. Guarded by the recording. */
final class SandboxNote {

    private static final int MOST_COMMANDS = 200;

    final String id;
    final String provider;

    @Nullable
    Instant creating;

    @Nullable
    Instant ready;

    @Nullable
    Instant claimed;

    @Nullable
    Instant released;

    @Nullable
    Instant destroyed;

    @Nullable
    Integer owner;

    @Nullable
    String version;

    @Nullable
    String isolation;

    @Nullable
    Duration waited;

    @Nullable
    String missed;

    @Nullable
    String trouble;

    @Nullable
    String usage;

    @Nullable
    String tree;

    SecretMask mask = SecretMask.of(Set.of());
    List<Rejection> fellBackFrom = List.of();
    List<Rejection> passedOver = List.of();
    List<String> network = List.of();
    final Set<String> limits = new LinkedHashSet<>();
    long bytesRead;
    long bytesWritten;
    private final Deque<CommandNote> commands = new ArrayDeque<>();
    private long forgotten;

    SandboxNote(String id, String provider) {
        this.id = id;
        this.provider = provider;
    }

    /** Takes down that it was made from another and belongs to the same test. */
    void copyOf(SandboxNote original, Instant now) {
        mask = original.mask;
        owner = original.owner;
        version = original.version;
        isolation = original.isolation;
        claimed = now;
    }

    /** Takes a command down; the oldest one gives way if there are too many. Returns whether it is kept. */
    boolean add(CommandNote command, Allowance allowance) {
        if (commands.size() == MOST_COMMANDS) {
            allowance.giveBack(commands.removeFirst().forget());
            forgotten++;
        }
        if (!allowance.takeCommand()) {
            forgotten++;
            return false;
        }
        commands.addLast(command);
        return true;
    }

    long forgotten() {
        return forgotten;
    }

    SandboxEntry entry(Clock clock, UnaryOperator<String> masked) {
        return new SandboxEntry(
                id,
                new SandboxEntry.RunsOn(provider, version, isolation),
                owner,
                new SandboxEntry.Life(
                        clock.atOrNull(creating),
                        clock.atOrNull(ready),
                        clock.atOrNull(claimed),
                        clock.atOrNull(released),
                        clock.atOrNull(destroyed)),
                waited == null ? null : new SandboxEntry.Claim(missed == null, missed, Clock.millis(waited)),
                trouble == null ? null : masked.apply(trouble),
                masked(fellBackFrom, masked),
                masked(passedOver, masked),
                new ArrayList<>(limits),
                network.stream().map(masked).toList(),
                new SandboxEntry.Files(bytesRead, bytesWritten),
                usage == null ? null : masked.apply(usage),
                tree == null ? null : masked.apply(tree),
                commands.stream().map(command -> command.entry(clock, masked)).toList(),
                forgotten);
    }

    private static List<Rejection> masked(List<Rejection> rejections, UnaryOperator<String> masked) {
        return rejections.stream()
                .map(one -> new Rejection(one.provider(), masked.apply(one.reason()), masked.apply(one.remedy())))
                .toList();
    }
}
