package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodDefaults;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What may be said about the cluster and the pods.
 *
 * @param kubeconfig the file that describes clusters; null for where {@code kubectl} looks, and then the account of the pod that
 *     this program runs in
 * @param context which of those in the file; null for its current one
 * @param namespace where pods are made; null for that of the context
 * @param pods what holds for all pods
 * @param isolation how strongly their runtime class isolates
 * @param lease after how long without a word of this program others may remove its pods
 */
record KubernetesSettings(
        @Nullable String kubeconfig,
        @Nullable String context,
        @Nullable String namespace,
        PodDefaults pods,
        Isolation isolation,
        Duration lease) {

    private static final String USUAL_IMAGE = "busybox";
    private static final long USUAL_USER = 65_532;
    private static final Duration USUAL_LEASE = Duration.ofMinutes(1);
    private static final Duration USUAL_LONGEST = Duration.ofHours(24);
    private static final DataSize USUAL_STORAGE = DataSize.ofGibibytes(4);

    /** Words in the names of runtime classes, and what such a class is. */
    private static final Map<String, Isolation> CLASSES = Map.of(
            "gvisor", Isolation.USERSPACE_KERNEL,
            "runsc", Isolation.USERSPACE_KERNEL,
            "kata", Isolation.MICROVM);

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one cannot be understood
     */
    static KubernetesSettings of(ProviderContext context) {
        Reader reader = new Reader(context.settings());
        Map<String, String> environment = context.environment();
        String runtimeClass = reader.text("runtimeClass").orElse(null);
        return new KubernetesSettings(
                reader.text("kubeconfig")
                        .or(() -> Reader.filled(environment.get("SANDBOX_KUBECONFIG")))
                        .or(() -> Reader.filled(environment.get("KUBECONFIG")))
                        .orElse(null),
                reader.text("context").orElse(null),
                reader.text("namespace").orElse(null),
                new PodDefaults(
                        reader.text("image").orElse(USUAL_IMAGE),
                        runtimeClass,
                        reader.user(),
                        reader.duration("longest", USUAL_LONGEST),
                        reader.size("storage", USUAL_STORAGE)),
                reader.isolation(runtimeClass),
                reader.duration("lease", USUAL_LEASE));
    }

    /** Reads one after the other. */
    private record Reader(Map<String, String> settings) {

        Optional<String> text(String name) {
            return filled(settings.get(name));
        }

        static Optional<String> filled(@Nullable String value) {
            return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
        }

        Isolation isolation(@Nullable String runtimeClass) {
            String levels = Arrays.stream(Isolation.values())
                    .map(level -> level.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            return text("isolation")
                    .map(written -> {
                        Isolation said;
                        try {
                            said = Isolation.parse(written);
                        } catch (IllegalArgumentException e) {
                            throw wrong("isolation", written, "one of " + levels);
                        }
                        // Nothing inside shows whether the usual class of a cluster does.
                        if (said == Isolation.MICROVM && runtimeClass == null) {
                            throw wrong("isolation", written, "the class that boots machines, too: runtimeClass");
                        }
                        return said;
                    })
                    .orElseGet(() -> CLASSES.entrySet().stream()
                            .filter(known -> runtimeClass != null && runtimeClass.contains(known.getKey()))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElse(Isolation.CONTAINER));
        }

        /** A pod that may be root is none that a careful cluster admits. */
        long user() {
            return text("user")
                    .map(written -> {
                        if (written.matches("[1-9][0-9]{0,9}")) {
                            return Long.parseLong(written);
                        }
                        throw wrong("user", written, "the number of a user other than root, such as " + USUAL_USER);
                    })
                    .orElse(USUAL_USER);
        }

        Duration duration(String name, Duration usual) {
            return text(name)
                    .map(written -> {
                        try {
                            Duration duration = Duration.parse("PT" + written);
                            if (duration.toSeconds() > 0) {
                                return duration;
                            }
                        } catch (DateTimeException e) {
                            // As wrong as one that is too short.
                        }
                        throw wrong(name, written, "at least a second, such as 90s, 5m or 1h");
                    })
                    .orElse(usual);
        }

        DataSize size(String name, DataSize usual) {
            return text(name)
                    .map(written -> {
                        try {
                            DataSize size = DataSize.parse(written);
                            if (size.bytes() > 0) {
                                return size;
                            }
                        } catch (IllegalArgumentException e) {
                            // As wrong as nothing.
                        }
                        throw wrong(name, written, "a size, such as 512m or 4g");
                    })
                    .orElse(usual);
        }

        private static IllegalArgumentException wrong(String name, String value, String right) {
            return new IllegalArgumentException(
                    "sandbox." + KubernetesProvider.NAME + "." + name + " is '" + value + "'; give " + right);
        }
    }
}
