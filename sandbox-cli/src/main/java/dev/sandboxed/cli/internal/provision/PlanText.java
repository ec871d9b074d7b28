package dev.sandboxed.cli.internal.provision;

import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import java.util.Locale;
import java.util.OptionalLong;

/** Renders a plan for people. */
public final class PlanText {

    private PlanText() {}

    /** Lists what each provider needs, and then what is to be done. */
    public static String render(Plan plan, Provisioner provisioner) {
        StringBuilder text = new StringBuilder();
        plan.findings().forEach((provider, findings) -> {
            text.append(provider).append(findings.isEmpty() ? ": needs no program\n" : "\n");
            findings.forEach(finding ->
                    text.append(String.format("  %-12s %s%n", finding.program().name(), describe(finding))));
        });
        return text.append(toDo(plan, provisioner)).toString();
    }

    /** Lists what is to be done. */
    public static String toDo(Plan plan, Provisioner provisioner) {
        if (plan.isEmpty()) {
            return "nothing to do\n";
        }
        StringBuilder text = new StringBuilder();
        provisioner
                .commandForPackages(plan)
                .ifPresent(command -> text.append("to run:   ")
                        .append(command)
                        .append(size(provisioner.sizeOfPackages(plan)))
                        .append('\n'));
        plan.unpacks()
                .forEach(one -> text.append("to unpack: ")
                        .append(one.found())
                        .append(size(one.size()))
                        .append('\n'));
        plan.fetches()
                .forEach(fetch -> text.append("to fetch: ").append(fetch.from()).append('\n'));
        return text.toString();
    }

    private static String describe(Finding finding) {
        if (finding instanceof Finding.Present present) {
            return "is there: " + present.file() + (present.version().isEmpty() ? "" : ", " + present.version());
        }
        String purpose =
                finding.program().optional() ? ", for " + finding.program().purpose() : "";
        if (finding instanceof Finding.Installable packages) {
            return "from " + packages.manager().name().toLowerCase(Locale.ROOT) + ": "
                    + String.join(", ", packages.packages()) + purpose;
        }
        if (finding instanceof Finding.Fetchable fetch) {
            return "release " + fetch.version() + purpose;
        }
        if (finding instanceof Finding.Unpackable one) {
            return "from " + one.source().manager().name().toLowerCase(Locale.ROOT) + ", unpacked and not installed: "
                    + one.found() + purpose;
        }
        Finding.Missing missing = (Finding.Missing) finding;
        return "cannot be had: " + missing.reason() + purpose + "\n               remedy: " + missing.remedy();
    }

    /** Renders how much is fetched; nothing where nobody knows. */
    static String size(OptionalLong bytes) {
        return bytes.isEmpty() ? "" : String.format(Locale.ROOT, "   (%.1f MB)", bytes.getAsLong() / 1e6);
    }
}
