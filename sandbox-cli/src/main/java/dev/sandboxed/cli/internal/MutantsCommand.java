package dev.sandboxed.cli.internal;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.mutants.internal.Mutant;
import dev.sandboxed.mutants.internal.MutantHunt;
import dev.sandboxed.mutants.internal.MutationTable;
import dev.sandboxed.mutants.internal.Verdict;
import dev.sandboxed.mutants.internal.catalog.Mutants;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sandboxed mutants}: breaks a provider on purpose, again and again, and shows which clause notices. */
@Command(
        name = "mutants",
        description =
                "Proves that the conformance kit can fail: examines a provider broken on purpose in every way there is,"
                        + " and shows which clause catches which fault.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the working provider passes, and every mutant fails exactly what it breaks",
            "1:a mutant survives, a clause has none, or there is a false alarm",
            "2:the options are wrong",
            "125:the provider cannot be used on this host"
        },
        exitCodeOnExecutionException = ExitCode.NO_SANDBOX)
final class MutantsCommand extends HostCommand {

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "the working provider that is broken; ${DEFAULT-VALUE}")
    private String provider = "subprocess";

    @Option(names = "--csv", paramLabel = "FILE", description = "where the whole table goes, clauses by mutants")
    private @Nullable Path csv;

    MutantsCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        Configuration configuration = Configuration.read(host().surroundings());
        PrintWriter out = line().getOut();
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            MutantHunt hunt = MutantHunt.with(registry.factory(provider), configuration.settingsOf(provider));
            List<String> alarms = falseAlarms(hunt.examineWorking());
            alarms.forEach(alarm -> out.println("FALSE ALARM " + alarm));
            List<Mutant> mutants = Mutants.all();
            out.println("The working provider raises " + alarms.size() + " false alarms. " + mutants.size()
                    + " mutants of it are examined:");
            MutationTable table = hunt.examine(mutants, verdict -> print(verdict, out));
            return conclude(table, out) && alarms.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static List<String> falseAlarms(Certificate certificate) {
        Stream<String> failed = certificate.clauses().stream()
                .filter(clause -> clause.outcome() == Outcome.FAILED)
                .map(clause -> clause.id() + ": " + clause.reason());
        return Stream.concat(failed, certificate.leftovers().stream()).toList();
    }

    private static void print(Verdict verdict, PrintWriter out) {
        out.println((verdict.surprises().isEmpty() ? "  caught    " : "  SURPRISE  ")
                + verdict.mutant().name() + " " + verdict.failed().keySet());
        verdict.surprises().forEach(surprise -> out.println("            " + surprise));
        out.flush();
    }

    private boolean conclude(MutationTable table, PrintWriter out) {
        out.println();
        table.lines().forEach(out::println);
        out.println();
        out.println(
                table.idleClauses().isEmpty()
                        ? "Every tested clause catches at least one mutant."
                        : "Clauses that catch no mutant: " + table.idleClauses());
        out.println(
                table.surprises().isEmpty()
                        ? "Every mutant fails exactly what it breaks."
                        : "Not as expected: " + table.surprises().size());
        Path file = csv;
        if (file != null) {
            write(file, table.csv());
            out.println("see " + file);
        }
        out.flush();
        return table.idleClauses().isEmpty() && table.surprises().isEmpty();
    }

    private static void write(Path file, List<String> lines) {
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the table to '" + file + "': " + e, e);
        }
    }
}
