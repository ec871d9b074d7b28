package dev.sandboxed.junit.internal.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a JUnit that lacks what came with 5.13. */
class OldJunitTests {

    private OldJunit old;

    @BeforeEach
    void takeAwayWhatIsNew() throws IOException {
        old = new OldJunit();
    }

    @AfterEach
    void close() throws IOException {
        old.close();
    }

    @Test
    void anOldJunitFailedTheWholeRun() throws Exception {
        List<String> calls = new ArrayList<>();
        Class<?> session = old.loadClass("org.junit.platform.launcher.LauncherSession");
        Class<?> launcher = old.loadClass("org.junit.platform.launcher.Launcher");
        Object fakeLauncher = proxy(launcher, (self, method, arguments) -> calls.add(method.getName()));
        Object fakeSession = proxy(session, (self, method, arguments) -> fakeLauncher);
        Class<?> listener = old.loadClass(SandboxedSessionListener.class.getName());

        listener.getMethod("launcherSessionOpened", session)
                .invoke(listener.getConstructor().newInstance(), fakeSession);

        assertThat(calls).as("nothing is registered that could not work").isEmpty();
    }

    @Test
    void aTestThatWantsASandboxIsToldWhichJunitItNeeds() throws Exception {
        Class<?> contextType = old.loadClass("org.junit.jupiter.api.extension.ExtensionContext");
        Class<?> storeType = old.loadClass("org.junit.jupiter.api.extension.ExtensionContext$Store");
        Object store = proxy(storeType, (self, method, arguments) -> ((Function<?, ?>) arguments[1]).apply(null));
        Object context =
                proxy(contextType, (self, method, arguments) -> method.getName().equals("getRoot") ? self : store);
        Method of = old.loadClass(TestRun.class.getName()).getDeclaredMethod("of", contextType);
        of.setAccessible(true);

        assertThatThrownBy(() -> of.invoke(null, context))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessageStartingWith("@Sandboxed needs JUnit 5.13 or newer, and the one on the class path lacks ")
                .hasMessageEndingWith("; update org.junit:junit-bom");
    }

    private Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(old, new Class<?>[] {type}, handler);
    }

    /** The class path of this test, without a few classes of JUnit. */
    private static final class OldJunit extends URLClassLoader {

        private static final Pattern NEW =
                Pattern.compile("org\\.junit\\.platform\\.engine\\.support\\.store\\..*|.*\\$StoreScope");

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
            if (NEW.matcher(name).matches()) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }
}
