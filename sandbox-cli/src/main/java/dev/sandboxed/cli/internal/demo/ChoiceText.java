package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.core.internal.choice.Selection;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Writes which provider was chosen, and why, for people. */
public final class ChoiceText {

    private final Ansi ansi;

    public ChoiceText(Ansi ansi) {
        this.ansi = ansi;
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
        lines.add(why(selection, named));
        for (Rejection rejection : selection.rejections()) {
            lines.add("  " + rejection.provider() + ": " + rejection.reason());
            if (!rejection.remedy().isEmpty()) {
                lines.add("    remedy: " + rejection.remedy());
            }
        }
        if (isolation == Isolation.PROCESS) {
            lines.add(ansi.string("@|yellow It isolates nothing:|@")
                    + " what runs in it can read and change whatever you can.");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String why(Selection selection, boolean named) {
        if (named) {
            return "The settings name it, so no other was considered.";
        }
        return selection.rejections().isEmpty()
                ? "It is the first in the order of choice, and it works here."
                : "It is the first in the order of choice that will do here. Passed over:";
    }
}
