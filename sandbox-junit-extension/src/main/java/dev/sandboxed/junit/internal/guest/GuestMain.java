package dev.sandboxed.junit.internal.guest;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The program that runs inside: one test, as the request on its standard input says, and then no thread any more. */
public final class GuestMain {

    private static final String OUTPUT_FOLDER = "junit.platform.reporting.output.dir";

    private GuestMain() {}

    /**
     * Runs the test and ends the JVM.
     *
     * @param arguments none; any, to let the JVM end by itself, as one does that writes an archive of its classes
     */
    public static void main(String[] arguments) throws IOException {
        run(GuestRequest.read(System.in));
        if (arguments.length == 0) {
            // Threads of the test may never end, nor its shutdown hooks, and what they could clean up goes with the
            // sandbox.
            Runtime.getRuntime().halt(0);
        }
    }

    private static void run(GuestRequest request) throws IOException {
        try (EventLog log = EventLog.into(Path.of(Inside.EVENTS));
                LauncherSession session = LauncherFactory.openSession()) {
            try {
                session.getLauncher().execute(discovery(request), new GuestListener(log));
            } catch (Throwable e) {
                // What JUnit does not take for a failure of the test, such as a lack of memory, still is one to whoever
                // waits.
                log.finished(true, TestExecutionResult.failed(e));
            }
            log.end();
        }
    }

    private static LauncherDiscoveryRequest discovery(GuestRequest request) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectUniqueId(request.test()))
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .configurationParameters(request.parameters())
                .configurationParameter(Inside.PARAMETER, "true")
                .configurationParameter(OUTPUT_FOLDER, Inside.ATTACHMENTS)
                .build();
    }
}
