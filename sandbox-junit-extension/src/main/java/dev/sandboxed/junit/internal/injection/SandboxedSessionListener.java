package dev.sandboxed.junit.internal.injection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Found by the launcher of the JUnit Platform; lets the pool know the test plans of a session. With a JUnit that is too old for
 * it, it does nothing: tests that want no sandbox must run all the same, and those that want one tell what is missing.
 */
public final class SandboxedSessionListener implements LauncherSessionListener {

    private static final Logger LOG = System.getLogger(SandboxedSessionListener.class.getName());

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try {
            session.getLauncher().registerTestExecutionListeners(new RunListener(session.getStore()));
        } catch (LinkageError e) {
            LOG.log(Level.DEBUG, "This JUnit is too old for sandboxes", e);
        }
    }
}
