package dev.sandboxed.junit.docs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs a class that is meant to fail, and tells why it did. */
final class SuiteFailures {

    private SuiteFailures() {}

    static List<String> of(Class<?> testClass, Path state) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(testClass))
                                .configurationParameter("sandbox.stateDir", state.toString())
                                .build(),
                        summary);
        return summary.getSummary().getFailures().stream()
                .map(failure -> failure.getException().toString())
                .toList();
    }
}
