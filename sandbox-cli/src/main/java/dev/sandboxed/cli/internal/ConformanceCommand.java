package dev.sandboxed.cli.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.cli.internal.conformance.ExaminationText;
import dev.sandboxed.cli.internal.conformance.ProviderJars;
import dev.sandboxed.conformance.Conformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.CertificateComparison;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.examination.Expectations;
import dev.sandboxed.conformance.report.JunitXml;
import dev.sandboxed.conformance.report.ReportFiles;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code sandboxed conformance}: examines a provider against the contract, or compares two certificates. */
@Command(
        name = "conformance",
        description = "Examines a provider against the contract, clause by clause, and writes its certificate.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the provider is certified; with --compare, nothing got worse",
            "1:it is not; with --compare, something got worse",
            "2:the options are wrong",
            "3:it is not, but fails nothing beyond what --expect announces",
            "125:the provider cannot be used on this host"
        },
        exitCodeOnExecutionException = ExitCode.NO_SANDBOX)
final class ConformanceCommand extends HostCommand {

    /** The provider that speaks to a service of our contract. */
    private static final String SERVICE = "http";

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    @Option(
            names = "--clauses",
            paramLabel = "GLOB",
            description = "only these, as in EXEC-*,FILE-3; certifies nothing")
    private String clauses = "*";

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "where certificate.json, junit.xml, report.html and badge.svg go")
    private @Nullable Path report;

    @Option(
            names = "--expect",
            paramLabel = "FILE",
            description = "failures that are known, a clause and a reason on each line")
    private @Nullable Path expect;

    @Option(
            names = "--jar",
            paramLabel = "JAR",
            description = "a jar of the provider, or one it needs; may be repeated")
    private List<Path> jars = List.of();

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "the service that provider http speaks to; its token is in SANDBOX_HTTP_TOKEN")
    private @Nullable String endpoint;

    @Option(names = "--patience", paramLabel = "FACTOR", description = "stretches every deadline, for slow machines")
    private double patience = 1;

    /** One of two things to do. */
    private static final class What {
        @Option(names = "--provider", paramLabel = "NAME", description = "the provider to examine")
        private @Nullable String provider;

        @Option(
                names = "--compare",
                arity = "2",
                paramLabel = "FILE",
                description = "two certificates, the older first: tells what changed")
        private List<Path> compared = List.of();
    }

    ConformanceCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        String provider = what.provider;
        return provider == null ? compare() : examine(provider, settings());
    }

    private int compare() {
        CertificateComparison comparison =
                accepted(() -> CertificateComparison.between(what.compared.get(0), what.compared.get(1)));
        comparison.lines().forEach(line().getOut()::println);
        return comparison.isWorse() ? ExitCode.FAILED : ExitCode.OK;
    }

    private ExaminationSettings settings() {
        return accepted(() -> {
            Contract.current().matching(clauses);
            return ExaminationSettings.DEFAULT
                    .withClauses(clauses)
                    .withPatience(patience)
                    .withExpectations(expect == null ? Expectations.NONE : Expectations.read(expect))
                    .withTimings();
        });
    }

    private int examine(String name, ExaminationSettings settings) {
        Configuration configuration = Configuration.read(host().surroundings());
        try (URLClassLoader loader = accepted(() -> ProviderJars.over(Main.class.getClassLoader(), jars));
                ProviderRegistry registry = jars.isEmpty()
                        ? Settings.providers(host(), configuration)
                        : ProviderRegistry.discover(configuration, SandboxListener.SILENT, loader)) {
            registry.rejections()
                    .forEach(rejection ->
                            host().tell("warning: " + rejection.provider() + " was left out: " + rejection.reason()));
            SandboxProviderFactory factory = registry.factory(name);
            requireFromJars(factory, loader);
            return examine(factory, settings.withProvider(settingsOf(name, configuration)), loader);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close the jars " + jars, e);
        }
    }

    private Map<String, String> settingsOf(String name, Configuration configuration) {
        Map<String, String> settings = new HashMap<>(configuration.settingsOf(name));
        if (endpoint != null) {
            if (!name.equals(SERVICE)) {
                throw new ParameterException(
                        line(),
                        "--endpoint is where the provider '" + SERVICE + "' finds its service, but provider '" + name
                                + "' is examined; leave it out, or examine " + SERVICE);
            }
            settings.put("endpoint", endpoint);
        }
        return settings;
    }

    /** Whoever names jars means a provider in them, and not one of ours that happens to have the same name. */
    private void requireFromJars(SandboxProviderFactory factory, URLClassLoader loader) {
        if (!jars.isEmpty() && factory.getClass().getClassLoader() != loader) {
            throw new ParameterException(
                    line(),
                    "Provider '" + factory.name() + "' is not in " + jars
                            + " but comes with this program; give the one in the jar another name, or leave out --jar");
        }
    }

    /** Libraries of a provider from outside look for their parts with the thread's class loader. */
    private int examine(SandboxProviderFactory factory, ExaminationSettings settings, ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return examine(factory, settings);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private int examine(SandboxProviderFactory factory, ExaminationSettings settings) {
        CommandLine line = line();
        ExaminationText text =
                new ExaminationText(line.getOut(), line.getColorScheme().ansi());
        Path folder = report;
        Certificate certificate;
        if (folder == null) {
            certificate = Conformance.examine(factory, settings, text::print);
        } else {
            JunitXml xml = accepted(() -> JunitXml.in(folder));
            certificate = Conformance.examine(factory, settings, text::print, xml.listener());
            ReportFiles.write(certificate, folder);
            xml.finish();
        }
        text.print(certificate);
        if (folder != null) {
            line.getOut().println("see " + folder.resolve("report.html"));
        }
        if (certificate.isCertified()) {
            return ExitCode.OK;
        }
        return certificate.failsOnlyAsExpected() ? ExitCode.EXPECTED_FAILURES : ExitCode.FAILED;
    }

    /** What the kit refuses was typed wrong. */
    private <T> T accepted(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new ParameterException(line(), String.valueOf(e.getMessage()), e);
        }
    }
}
