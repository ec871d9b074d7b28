package dev.sandboxed.gradle.functional.engine;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gradle.tooling.BuildException;
import org.gradle.tooling.GradleConnectionException;
import org.gradle.tooling.GradleConnector;
import org.gradle.tooling.ProjectConnection;

/**
 * A Gradle of this machine, through its tooling API.
 *
 * @param installation its folder
 * @param userHome where it keeps what it fetches
 * @param connectors what has been opened
 */
record ToolingGradle(Path installation, Path userHome, List<GradleConnector> connectors) implements Gradle {

    static ToolingGradle of(Path installation, Path folder) {
        return new ToolingGradle(installation, folder.resolve("user-home"), new ArrayList<>());
    }

    @Override
    public Outcome run(Path project, List<String> arguments) {
        GradleConnector connector = GradleConnector.newConnector()
                .useInstallation(installation.toFile())
                .useGradleUserHomeDir(userHome.toFile())
                .forProjectDirectory(project.toFile());
        connectors.add(connector);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ProjectConnection connection = connector.connect()) {
            connection
                    .newBuild()
                    .withArguments(arguments)
                    .setStandardOutput(output)
                    .setStandardError(output)
                    .run();
            return new Outcome(true, output.toString(StandardCharsets.UTF_8));
        } catch (BuildException e) {
            return new Outcome(false, output.toString(StandardCharsets.UTF_8));
        } catch (GradleConnectionException e) {
            throw new IllegalStateException("Gradle in " + installation + " cannot be used: " + output, e);
        }
    }

    @Override
    public boolean knowsKotlin() {
        return true;
    }

    @Override
    public void close() {
        connectors.forEach(GradleConnector::disconnect);
    }
}
