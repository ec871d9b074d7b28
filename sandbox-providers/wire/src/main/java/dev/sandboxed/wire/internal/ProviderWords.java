package dev.sandboxed.wire.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a service makes sandboxes with.
 *
 * @param name the name of the provider
 * @param available whether it works now
 * @param version version of its runtime, if it works
 * @param reason why it does not work
 * @param remedy what to do about that
 * @param isolation how strongly it isolates, such as {@code container}
 * @param capabilities what it can do, as {@link Capability}
 * @param startupSeconds how long it usually takes to make one
 * @param processesOnly whether all that can be done in its sandboxes is to start processes and to move their three streams; not so,
 *     if absent
 * @param settings a mark of the settings that it was opened with, which is the same wherever they are; absent if nobody needs to know
 */
public record ProviderWords(
        String name,
        boolean available,
        @Nullable String version,
        @Nullable String reason,
        @Nullable String remedy,
        String isolation,
        List<String> capabilities,
        @Nullable Double startupSeconds,
        @Nullable Boolean processesOnly,
        @Nullable String settings) {

    /** The detail of a status that has the mark of the settings. */
    public static final String SETTINGS = "settings";

    public static ProviderWords of(SandboxProvider provider) {
        ProviderStatus status = provider.status();
        Capabilities declared = provider.capabilities();
        @Nullable Available works = status instanceof Available known ? known : null;
        @Nullable Unavailable fails = status instanceof Unavailable known ? known : null;
        return new ProviderWords(
                provider.name(),
                works != null,
                works == null ? null : works.version(),
                fails == null ? null : fails.reason(),
                fails == null ? null : fails.remedy(),
                declared.isolation().written(),
                declared.features().stream().map(Capability::name).sorted().toList(),
                Words.seconds(declared.startup()),
                null,
                works == null ? null : works.details().get(SETTINGS));
    }

    public ProviderStatus status(Map<String, String> details) {
        return available
                ? new Available(version == null ? "unknown" : version, details)
                : new Unavailable(String.valueOf(reason), remedy == null ? "" : remedy);
    }

    /**
     * Returns how strongly it isolates.
     *
     * @throws IllegalArgumentException if there is no such level
     */
    public Isolation level() {
        return Isolation.parse(isolation);
    }

    /** Returns whether commands and files are the client's to make of processes and their streams. */
    public boolean startsProcessesOnly() {
        return Boolean.TRUE.equals(processesOnly);
    }

    /** Returns what it can do, as far as that is known here. */
    public Set<Capability> features() {
        Set<String> named = new TreeSet<>(capabilities);
        EnumSet<Capability> known = EnumSet.noneOf(Capability.class);
        Arrays.stream(Capability.values())
                .filter(one -> named.contains(one.name()))
                .forEach(known::add);
        return known;
    }
}
