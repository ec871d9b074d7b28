package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Isolation;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the settings say.
 *
 * @param route the way to the controller
 * @param isolation what it gives, where it does not say so itself
 * @param timeToLive how long machines live at most whose spec says nothing about it
 */
record CtlSettings(Route route, Isolation isolation, Duration timeToLive) {

    private static final String DEFAULT_CLI = "microvmctl";
    private static final List<String> ON_MACOS = List.of("limactl", "shell", "sandboxed-worker", "--", DEFAULT_CLI);
    private static final Duration A_DAY = Duration.ofDays(1);

    /**
     * Reads them.
     *
     * @param macos whether this host is one, where machines are those of another
     * @throws IllegalArgumentException if one cannot be right; the message says which, its value and what would be
     */
    static CtlSettings read(ProviderContext context, boolean macos) {
        return new CtlSettings(route(context, macos), isolation(context), timeToLive(context));
    }

    private static Route route(ProviderContext context, boolean macos) {
        if (Setting.CLI.read(context).isPresent()) {
            return local(context, Setting.CLI, List.of());
        }
        String transport = Setting.TRANSPORT
                .read(context)
                .orElse(Setting.SSH_HOST.read(context).isPresent() ? "ssh" : "local");
        return switch (transport.toLowerCase(Locale.ROOT)) {
            case "local" -> local(context, Setting.BACKEND_CLI, macos ? ON_MACOS : List.of(DEFAULT_CLI));
            case "hyperv" -> local(context, Setting.HYPERV_CLI, List.of("hyperv-" + DEFAULT_CLI));
            case "ssh" ->
                new SshRoute(
                        SshTarget.of(context),
                        words(context, Setting.REMOTE_CLI).orElse(List.of(DEFAULT_CLI)),
                        context.environment(),
                        context.stateDirectory().resolve("ssh"));
            default -> throw Setting.TRANSPORT.wrong(transport, "give one of local, ssh, hyperv");
        };
    }

    private static Route local(ProviderContext context, Setting setting, List<String> otherwise) {
        return new HostRoute(
                words(context, setting).orElse(otherwise),
                "install a controller of micro virtual machines, or say with " + setting + " how it is started; '"
                        + "./sandboxed microvmctl' is one");
    }

    private static Optional<List<String>> words(ProviderContext context, Setting setting) {
        return setting.read(context).map(line -> {
            try {
                List<String> words = ShellWords.split(line);
                if (!words.isEmpty() && !words.get(0).isEmpty()) {
                    return words;
                }
            } catch (IllegalArgumentException e) {
                throw setting.wrong(line, String.valueOf(e.getMessage()));
            }
            throw setting.wrong(line, "give a program and its arguments");
        });
    }

    private static Isolation isolation(ProviderContext context) {
        return Setting.ISOLATION.read(context).map(CtlSettings::level).orElse(Isolation.MICROVM);
    }

    private static Isolation level(String written) {
        try {
            return Isolation.parse(written);
        } catch (IllegalArgumentException e) {
            throw Setting.ISOLATION.wrong(
                    written,
                    "give one of "
                            + Arrays.stream(Isolation.values())
                                    .map(Isolation::written)
                                    .collect(Collectors.joining(", ")));
        }
    }

    private static Duration timeToLive(ProviderContext context) {
        return Setting.TIME_TO_LIVE
                .read(context)
                .map(written -> {
                    try {
                        Duration time = Duration.parse("PT" + written);
                        if (time.compareTo(Duration.ofSeconds(1)) >= 0) {
                            return time;
                        }
                    } catch (DateTimeException e) {
                        // As wrong as one that is too short.
                    }
                    throw Setting.TIME_TO_LIVE.wrong(written, "give at least a second, such as 90s, 5m or 1h");
                })
                .orElse(A_DAY);
    }
}
