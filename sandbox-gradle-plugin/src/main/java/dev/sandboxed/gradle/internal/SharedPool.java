package dev.sandboxed.gradle.internal;

import java.util.Map;
import javax.inject.Inject;
import org.gradle.api.file.FileCollection;
import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;
import org.gradle.process.ExecOperations;
import org.jspecify.annotations.Nullable;

/** The pool of sandboxes that all tasks of a build share, which is there from the first task on that uses it. */
public abstract class SharedPool implements BuildService<BuildServiceParameters.None>, AutoCloseable {

    /**
     * What it is called. Projects that have the plugin from different class loaders cannot share a service that is asked for
     * anything: each class loader has its own.
     */
    public static final String NAME =
            "dev.sandboxed.pool." + System.identityHashCode(SharedPool.class.getClassLoader());

    private @Nullable PoolServer server;

    @Inject
    @SuppressWarnings("JavaxInjectOnAbstractMethod") // Gradle implements it
    protected abstract ExecOperations getExec();

    /**
     * Returns the settings with which a JVM of tests finds the pool, which is started for the first.
     *
     * @param classpath the command line with all it needs
     * @param settings what the pool is started with
     * @throws org.gradle.api.GradleException if it cannot be started
     */
    synchronized Map<String, String> access(FileCollection classpath, Map<String, String> settings) {
        PoolServer running = server;
        if (running == null) {
            running = PoolServer.start(getExec(), classpath, settings);
            server = running;
        }
        return running.access();
    }

    /** Ends the pool with all its sandboxes, when the build does. */
    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
    }
}
