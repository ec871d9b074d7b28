package dev.sandboxed.junit.internal.injection;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;

public class OldJunitTests {

    @Test
    void anOldJunitFailedTheWholeRun() throws Exception {
        try (OldJunit old = new OldJunit()) {
            Runnable opening = (Runnable) old.loadClass(SessionOpening.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();

            assertThatCode(opening::run).doesNotThrowAnyException();
        }
    }

    /** What a launcher does that knows no store of the session. */
    public static final class SessionOpening implements Runnable {

        @Override
        public void run() {
            new SandboxedSessionListener().launcherSessionOpened(new Session());
        }
    }

    private static final class Session implements LauncherSession {

        @Override
        public @Nullable Launcher getLauncher() {
            return null;
        }

        @Override
        public @Nullable NamespacedHierarchicalStore<Namespace> getStore() {
            return null;
        }

        @Override
        public void close() {}
    }

    /** The class path of this test without the classes that came with JUnit 5.13. */
    private static final class OldJunit extends URLClassLoader {

        OldJunit() throws IOException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws IOException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(new File(entry).toURI().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.junit.platform.engine.support.store.")) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }
}
