package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.cli.internal.doctor.Reasons;
import dev.sandboxed.core.internal.choice.ProviderOrder;
import dev.sandboxed.core.internal.choice.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** Writes which provider was chosen, and why, for people. */
public final class ChoiceText {

    private static final int WIDTH = 100;

    private final Ansi ansi;
    private final boolean verbose;
    private final Set<String> explained;

    /**
     * Prepares it.
     *
     * @param verbose whether reasons are told to their end, with their remedies, and also of those that are never chosen
     * @param explained the providers of which it was said before why they do not work
     */
    public ChoiceText(Ansi ansi, boolean verbose, Set<String> explained) {
        this.ansi = ansi;
        this.verbose = verbose;
        this.explained = Set.copyOf(explained);
    }

    /**
     * Writes a choice.
     *
     * @param named whether the settings name this provider, so that there was nothing to choose
     */
    public String render(Selection selection, boolean named) {
        Isolation isolation = selection.capabilities().isolation();
        String name = selection.provider().name();
        List<String> lines = new ArrayList<>();
        lines.add(ansi.string("@|bold " + name + "|@") + " "
                + selection.status().version() + ", isolation " + isolation.written());
        List<Rejection> told = told(selection.rejections());
        lines.add(why(told, named));
        add(lines, told);
        if (isolation == Isolation.PROCESS) {
            lines.add(ansi.string("@|yellow It isolates nothing:|@")
                    + " what runs in it can read and change whatever you can.");
        }
        return String.join("\n", lines) + "\n";
    }

    /** Writes that nothing could be chosen, and why. */
    public String render(NoProviderException none) {
        List<String> lines =
                new ArrayList<>(List.of(none.what().lines().findFirst().orElse("")));
        add(lines, told(none.attempts()));
        return String.join("\n", lines) + "\n";
    }

    private List<Rejection> told(List<Rejection> all) {
        return all.stream()
                .filter(one -> verbose || !ProviderOrder.isOnlyWhenNamed(one.provider()))
                .toList();
    }

    private void add(List<String> lines, List<Rejection> rejections) {
        String above = rejections.stream()
                .map(Rejection::provider)
                .filter(this::isExplained)
                .collect(Collectors.joining(", "));
        if (!above.isEmpty()) {
            lines.add("  " + above + ": see above");
        }
        for (Rejection rejection : rejections) {
            if (!isExplained(rejection.provider())) {
                add(lines, rejection);
            }
        }
    }

    private void add(List<String> lines, Rejection rejection) {
        String line = rejection.provider() + ": " + rejection.reason();
        lines.add("  " + (verbose ? line : Reasons.briefly(line, WIDTH)));
        if (verbose && !rejection.remedy().isEmpty()) {
            lines.add("    remedy: " + rejection.remedy());
        }
    }

    private boolean isExplained(String provider) {
        return !verbose && explained.contains(provider);
    }

    private static String why(List<Rejection> rejections, boolean named) {
        if (named) {
            return "The settings name it, so no other was considered.";
        }
        return rejections.isEmpty()
                ? "It is the first in the order of choice, and it works here."
                : "It is the first in the order of choice that will do here. Passed over:";
    }
}
