package dev.sandboxed.cli.internal.demo;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The tests in a folder of compiled classes, run in this JVM.
 *
 * @param classes the folder; what its classes need is on the class path already
 */
public record Suite(Path classes) {

    /** Runs all tests, one after the other, and tells of each when it has ended. */
    public Summary run(Consumer<TestOutcome> told) {
        List<TestOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());
        SuiteListener listener = new SuiteListener(outcome -> {
            outcomes.add(outcome);
            told.accept(outcome);
        });
        long begun = System.nanoTime();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = loader()) {
            // JUnit finds engines and classes with this one.
            thread.setContextClassLoader(loader);
            try (LauncherSession session = LauncherFactory.openSession()) {
                session.getLauncher().execute(tests(), listener);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
        return Summary.of(outcomes, Duration.ofNanos(System.nanoTime() - begun));
    }

    private LauncherDiscoveryRequest tests() {
        return request()
                .selectors(selectClasspathRoots(Set.of(classes)))
                // Otherwise the extension tells where a test ran only when it failed.
                .configurationParameter("sandbox.report", "always")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                // The same order everywhere; otherwise that of classes is the file system's.
                .configurationParameter(
                        "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$ClassName")
                .configurationParameter(
                        "junit.jupiter.testmethod.order.default", "org.junit.jupiter.api.MethodOrderer$MethodName")
                .configurationParameter(
                        "junit.platform.reporting.output.dir",
                        classes.resolveSibling("reports").toString())
                .build();
    }

    private URLClassLoader loader() throws IOException {
        URL[] urls = {classes.toUri().toURL()};
        return new URLClassLoader(urls, Suite.class.getClassLoader());
    }
}
