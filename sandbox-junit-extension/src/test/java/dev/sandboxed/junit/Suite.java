package dev.sandboxed.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs test classes with a state folder of their own, and looks at what came of them. */
public final class Suite {

    private final Path state;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    public Suite(Path state) {
        this.state = state;
        with("sandbox.stateDir", state.toString());
    }

    public Suite with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    public EngineExecutionResults run(Class<?>... testClasses) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(Arrays.stream(testClasses)
                        .map(type -> selectClass(type))
                        .toList()
                        .toArray(new ClassSelector[0]))
                .configurationParameters(parameters)
                .outputDirectoryCreator(new Reports(state.resolve("reports")))
                .execute();
    }

    /**
     * Where attachments go.
     *
     * @param folder the folder of all tests
     */
    private record Reports(Path folder) implements OutputDirectoryCreator {
        @Override
        public Path getRootDirectory() {
            return folder;
        }

        @Override
        public Path createOutputDirectory(TestDescriptor test) throws IOException {
            return Files.createDirectories(
                    folder.resolve(test.getUniqueId().toString().replaceAll("[^A-Za-z0-9]+", "-")));
        }
    }

    /** Returns the messages of all failures, of tests and of classes. */
    public static List<String> failures(EngineExecutionResults results) {
        return messages(results, TestExecutionResult.Status.FAILED);
    }

    /** Returns the reasons of all that was skipped while running. */
    public static List<String> aborted(EngineExecutionResults results) {
        return messages(results, TestExecutionResult.Status.ABORTED);
    }

    private static List<String> messages(EngineExecutionResults results, TestExecutionResult.Status status) {
        return results.allEvents().stream()
                .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
                .filter(result -> result.getStatus() == status)
                .map(result -> String.valueOf(
                        result.getThrowable().map(Throwable::getMessage).orElse("")))
                .toList();
    }

    public static long succeeded(EngineExecutionResults results) {
        return results.testEvents().succeeded().stream()
                .map(Event::getTestDescriptor)
                .count();
    }

    /** Lists the sandboxes that are still on disk. */
    public List<String> leftovers() {
        String[] names = state.resolve("subprocess/sandboxes").toFile().list();
        String[] records = new File(state.toFile(), "subprocess/records").list();
        return List.of(
                (names == null ? 0 : names.length) + " folders", (records == null ? 0 : records.length) + " records");
    }

    /** Lists the snapshots that are still on disk. */
    public List<String> snapshots() {
        String[] names = state.resolve("subprocess/snapshots").toFile().list((folder, name) -> !name.endsWith(".lock"));
        return names == null ? List.of() : List.of(names);
    }

    public static final List<String> NOTHING_LEFT = List.of("0 folders", "0 records");
}
